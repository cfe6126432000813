import { escapeHtml } from "./escape-html.ts";

/** A page that needs nothing from the network: the picture can be moved, zoomed, and shows what leads to and from the method that is pointed at. */
export function pageOf(name: string, svg: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(name)}</h1><p><span class="key start">start</span><span class="key listener">listener</span><span class="key router">router</span><span class="key join">join</span> wheel: zoom · drag: move · double click: all of it</p></header>
<main>${svg}</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1f2328;--paper:#fff;--line:#57606a;--start:#d3f9d8;--listener:#e7f5ff;--router:#fff3bf;--join:#f1f3f5}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#0d1117;--line:#8b949e;--start:#12371f;--listener:#0b2942;--router:#3b2e00;--join:#21262d}}
body{margin:0;height:100vh;display:flex;flex-direction:column;font:14px system-ui,sans-serif;color:var(--ink);background:var(--paper)}
header{display:flex;gap:2em;align-items:baseline;padding:.5em 1em}h1{font-size:1.1em;margin:0}p{margin:0;color:var(--line)}
.key{padding:.1em .6em;margin-right:.4em;border-radius:4px;color:var(--ink)}.key.start{background:var(--start)}.key.listener{background:var(--listener)}.key.router{background:var(--router)}.key.join{background:var(--join)}
main{flex:1;min-height:0}svg{width:100%;height:100%;cursor:grab}
rect{stroke:var(--line)}.start rect{fill:var(--start)}.listener rect{fill:var(--listener)}.router rect{fill:var(--router)}.join rect{fill:var(--join)}
.finished rect{stroke:#2f9e44;stroke-width:2}.failed rect{stroke:#e03131;stroke-width:3}.running rect{stroke:#1971c2;stroke-dasharray:4}
text{fill:var(--ink);text-anchor:middle;dominant-baseline:central}.mark{font-size:11px;fill:var(--line)}
.edge path{fill:none;stroke:var(--line)}.edge .label{font-style:italic;paint-order:stroke;stroke:var(--paper);stroke-width:4}marker path{fill:var(--line)}
.dim{opacity:.2}`;

const SCRIPT = `
(()=>{const svg=document.querySelector("svg"),all=svg.getAttribute("viewBox").split(" ").map(Number);let box=[...all];
const show=()=>svg.setAttribute("viewBox",box.join(" "));
const at=(e)=>{const r=svg.getBoundingClientRect(),s=Math.max(box[2]/r.width,box[3]/r.height);return{s,x:box[0]+(e.clientX-r.left)*s,y:box[1]+(e.clientY-r.top)*s}};
svg.addEventListener("wheel",(e)=>{e.preventDefault();const p=at(e),f=e.deltaY>0?1.15:1/1.15;box=[p.x-(p.x-box[0])*f,p.y-(p.y-box[1])*f,box[2]*f,box[3]*f];show()},{passive:false});
let from=null;svg.addEventListener("pointerdown",(e)=>{from=e});addEventListener("pointerup",()=>{from=null});
svg.addEventListener("pointermove",(e)=>{if(!from)return;const{s}=at(e);box[0]-=(e.clientX-from.clientX)*s;box[1]-=(e.clientY-from.clientY)*s;from=e;show()});
svg.addEventListener("dblclick",()=>{box=[...all];show()});
const nodes=[...svg.querySelectorAll(".node")],edges=[...svg.querySelectorAll(".edge")];
const mark=(id)=>{const near=new Set([id]);for(const e of edges){const{from:a,to:b}=e.dataset,on=id===undefined||a===id||b===id;e.classList.toggle("dim",!on);if(on){near.add(a);near.add(b)}}
for(const n of nodes)n.classList.toggle("dim",id!==undefined&&!near.has(n.dataset.id))};
for(const n of nodes){n.addEventListener("pointerenter",()=>mark(n.dataset.id));n.addEventListener("focus",()=>mark(n.dataset.id));n.addEventListener("pointerleave",()=>mark());n.addEventListener("blur",()=>mark())}})();`;
