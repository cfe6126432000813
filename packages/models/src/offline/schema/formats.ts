/** For each format of JSON Schema that zod writes: whether a text has it. */
export const FORMAT_CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  "date-time": (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
  time: (text) => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/.test(text),
  email: (text) => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}$/.test(text),
  uri: isUrl,
  url: isUrl,
  hostname: (text) =>
    /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/.test(
      text,
    ),
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
  ipv6: (text) => text.includes(":") && /^[0-9a-f:.]+$/i.test(text),
  duration: (text) => /^P(?:\d+W|(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text),
};

/** For each format, the text that means "not known". */
export const NEUTRAL_TEXTS: Readonly<Record<string, string>> = {
  date: "1970-01-01",
  "date-time": "1970-01-01T00:00:00Z",
  time: "00:00:00",
  email: "unknown@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  hostname: "example.com",
  uuid: "00000000-0000-0000-0000-000000000000",
  ipv4: "0.0.0.0",
  ipv6: "::",
  duration: "PT0S",
};

function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text);
}
