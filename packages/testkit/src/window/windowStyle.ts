/** The confirmation window's look: the kit's tokens, light and dark, on a card that becomes a sheet on phones. */
export const windowStyle = `
:host { all: initial !important; display: contents !important; }
* { box-sizing: border-box; margin: 0; padding: 0; }
dialog {
  --paper: #FBFAF7; --raised: #F3F1EB; --inset: #FFFFFF; --hairline: rgb(22 23 19 / 9%);
  --ink: #161713; --ink-2: #5B5D55; --accent: #0B6E4F; --on-accent: #FFFFFF; --caution: #8A5A00; --press: rgb(22 23 19 / 6%);
  color-scheme: light; position: fixed; inset: 0; margin: auto; inline-size: min(400px, 100vw - 32px);
  max-block-size: min(680px, 100dvh - 32px); flex-direction: column; overflow: hidden;
  border: 0; border-radius: 20px; background: var(--paper); color: var(--ink);
  box-shadow: 0 24px 64px rgb(0 0 0 / 24%), 0 0 0 1px var(--hairline);
  font: 400 14px/1.45 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  -webkit-font-smoothing: antialiased;
}
dialog[open] { display: flex; animation: rise 150ms ease-out; }
dialog::backdrop { background: rgb(22 23 19 / 48%); animation: fade 150ms ease-out; }
@keyframes rise { from { opacity: 0; transform: translateY(12px); } }
@keyframes fade { from { opacity: 0; } }
header { display: flex; align-items: center; gap: 10px; padding: 16px; flex: none; }
header .mark { inline-size: 32px; block-size: 32px; flex: none; }
header .name { font-weight: 600; flex: 1; min-inline-size: 0; overflow-wrap: anywhere; line-height: 1.25; }
.queue { display: block; font-size: 12px; font-weight: 400; color: var(--ink-2); }
.pill { font-size: 12px; font-weight: 500; color: var(--ink-2); background: var(--raised); border-radius: 99px; padding: 5px 10px;
  max-inline-size: 45%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.scroll { overflow-y: auto; padding: 4px 16px 16px; display: flex; flex-direction: column; gap: 12px; min-block-size: 0;
  overscroll-behavior: contain; }
.scroll:focus-visible { outline-offset: -3px; }
.who { display: flex; flex-direction: column; gap: 2px; }
.origin { color: var(--ink-2); overflow-wrap: anywhere; }
h2 { font-size: 20px; line-height: 1.25; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
h3 { font-size: 12px; font-weight: 600; color: var(--ink-2); padding-block-end: 6px; }
h3:not(:first-child) { padding-block-start: 12px; margin-block-start: 12px; border-block-start: 1px solid var(--hairline); }
.hero { font-size: 40px; line-height: 1.1; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; padding-block: 8px; text-align: start; }
.hero.long { font-size: 28px; }
.hero.longest { font-size: 20px; }
[dir=ltr].hero { text-align: center; }
.unit { color: var(--ink-2); font-weight: 500; font-size: 0.6em; letter-spacing: 0; }
.row { display: flex; justify-content: space-between; align-items: baseline; gap: 24px; padding-block: 2px; }
.label { color: var(--ink-2); flex: none; }
.value { text-align: end; overflow-wrap: anywhere; font-weight: 500; font-variant-numeric: tabular-nums; }
code, pre, .address { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 13px; }
code { overflow-wrap: anywhere; }
.address { display: inline-flex; flex-wrap: wrap; column-gap: 0.55em; row-gap: 1px; color: var(--ink-2); line-height: 1.5;
  inline-size: min-content; min-inline-size: 15.5em; unicode-bidi: isolate; }
.address.wide { min-inline-size: 17.4em; }
.address b { font-weight: 600; color: var(--ink); }
.account { display: flex; align-items: center; gap: 12px; background: var(--raised); border-radius: 14px; padding: 12px; }
.identicon { inline-size: 40px; block-size: 40px; border-radius: 12px; flex: none; }
.stack { display: flex; flex-direction: column; gap: 2px; min-inline-size: 0; align-items: flex-start; }
.stack .label { font-size: 12px; }
.box { background: var(--inset); border: 1px solid var(--hairline); border-radius: 12px; padding: 12px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; }
.note { color: var(--ink-2); }
.caution { color: var(--caution); font-weight: 500; overflow-wrap: anywhere; }
.quiet { color: var(--ink-2); }
.tree { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: 6px 16px; }
.tree .address { inline-size: auto; min-inline-size: 0; }
.tree dt { color: var(--ink-2); overflow-wrap: anywhere; }
.tree dd { overflow-wrap: anywhere; min-inline-size: 0; }
.tree .tree { grid-column: 1 / -1; }
dd:has(> .tree), dd:has(> ol) { grid-column: 1 / -1; padding-inline-start: 12px; border-inline-start: 2px solid var(--hairline); }
.figure { font-variant-numeric: tabular-nums; unicode-bidi: isolate; }
ol { list-style: none; display: flex; flex-direction: column; gap: 8px; }
.steps .hero { font-size: 28px; padding-block: 0 8px; text-align: start; }
footer { flex: none; display: grid; grid-template-columns: minmax(112px, auto) minmax(0, 1fr); gap: 12px; padding: 14px 16px 16px;
  border-block-start: 1px solid var(--hairline); }
button { min-block-size: 48px; border: 0; border-radius: 14px; padding: 8px 14px; font: inherit; font-size: 16px; font-weight: 600;
  line-height: 1.2; cursor: pointer; background: var(--raised); color: var(--ink); overflow-wrap: anywhere; touch-action: manipulation; }
button:hover { background-image: linear-gradient(var(--press), var(--press)); }
button[data-primary] { background-color: var(--accent); color: var(--on-accent); }
button:disabled { cursor: default; opacity: 0.6; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  dialog { --paper: #151613; --raised: #1D1F1B; --inset: #101110; --hairline: rgb(251 250 247 / 10%); --ink: #F2F1EC; --ink-2: #A9ABA1;
    --accent: #4CC38A; --on-accent: #06140D; --caution: #E5B454; --press: rgb(251 250 247 / 8%); color-scheme: dark; }
  dialog::backdrop { background: rgb(0 0 0 / 64%); }
}
@media (max-width: 480px) {
  dialog { inset-block-start: auto; margin: 0; inline-size: 100vw; max-inline-size: 100vw; max-block-size: calc(100dvh - 24px);
    border-end-start-radius: 0; border-end-end-radius: 0; }
  footer { padding-block-end: max(16px, env(safe-area-inset-bottom)); }
}
@media (prefers-reduced-motion: reduce) { dialog[open] { animation-name: fade; } }
@media (forced-colors: active) { dialog { border: 1px solid; } button { border: 1px solid; } }
`
