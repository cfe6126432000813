/**
 * What a person reads of a page: its text, with a line per block and the target behind each link. Takes time linear in the page; a page is never
 * run, loaded further or trusted.
 */
export function htmlToText(html: string, base: URL): string {
  const lower = html.toLowerCase();
  const out: string[] = [];
  let link: string | undefined;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open === -1) break;
    out.push(html.slice(at, open).replace(/\s+/g, " "));
    if (!/[a-z/!?]/.test(lower.charAt(open + 1))) {
      out.push("<"); // a sign, no tag
      at = open + 1;
      continue;
    }
    const tag = tagAt(html, lower, open);
    at = HIDDEN.has(tag.name) ? endOf(lower, tag) : tag.end;
    if (BLOCKS.has(tag.name)) out.push("\n");
    if (tag.name === "a") link = hrefOf(tag.attributes, base);
    if (tag.name === "/a" && link !== undefined) {
      out.push(` (${link})`);
      link = undefined;
    }
  }
  out.push(html.slice(at).replace(/\s+/g, " "));
  return tidy(decodeEntities(out.join("")));
}

interface Tag {
  /** In small letters; with a slash where it closes. */
  readonly name: string;
  readonly attributes: string;
  readonly end: number;
}

const HIDDEN = new Set(["script", "style", "noscript", "template", "svg"]);
const BLOCKS = new Set(
  "p div br li tr h1 h2 h3 h4 h5 h6 ul ol table section article pre title"
    .split(" ")
    .flatMap((name) => [name, `/${name}`]),
);

function tagAt(html: string, lower: string, open: number): Tag {
  if (html.startsWith("<!--", open)) {
    const close = html.indexOf("-->", open + 4);
    return { name: "!", attributes: "", end: close === -1 ? html.length : close + 3 };
  }
  const close = html.indexOf(">", open);
  const end = close === -1 ? html.length : close + 1;
  let nameEnd = open + 1;
  while (nameEnd < end && /[a-z0-9/!]/.test(lower.charAt(nameEnd)) && nameEnd - open < 20) nameEnd += 1;
  const name = lower.slice(open + 1, nameEnd);
  return { name: name.endsWith("/") ? name.slice(0, -1) : name, attributes: html.slice(nameEnd, end), end };
}

/** Where the hidden element that begins here is over; one that never ends hides the rest. */
function endOf(lower: string, { name, end }: Tag): number {
  const close = lower.indexOf(`</${name}`, end);
  return close === -1 ? lower.length : close;
}

const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

function hrefOf(attributes: string, base: URL): string | undefined {
  const [, ...forms] = HREF.exec(attributes.slice(0, 4_000)) ?? [];
  const href = decodeEntities(forms.find(Boolean) ?? "");
  if (href === "" || href.startsWith("#") || !URL.canParse(href, base.href)) return undefined;
  const url = new URL(href, base);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""))
    .join("\n")
    .trim();
}
