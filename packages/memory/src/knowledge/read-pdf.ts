import { sentencesOf, type Section } from "./section.ts";

/** One section per page; pages that are pictures have no text and give none. The PDF library is loaded by the first PDF. */
export async function readPdf(bytes: Uint8Array): Promise<Section[]> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  // A copy: the library takes the bytes away from whoever gave them.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    const { text } = await extractText(document, { mergePages: false });
    return text.map((page, index) => ({ units: sentencesOf(page), page: index + 1 }));
  } finally {
    await document.destroy();
  }
}
