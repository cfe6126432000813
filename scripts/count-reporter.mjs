/** Prints the plain closing line that a build server can read: `jest: N passed, N failed, N skipped`. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    // A file that could not be loaded holds no test that failed, and must count all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    process.stdout.write(`jest: ${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
