// Has the browser ask before the page is left, while there is something to lose.

function ask(event) {
  event.preventDefault();
}

// Called at every change of data; what it returns, when the part is taken from the page.
export default function ({ data }) {
  if (data.asks) globalThis.addEventListener("beforeunload", ask);
  else globalThis.removeEventListener("beforeunload", ask);
  return () => globalThis.removeEventListener("beforeunload", ask);
}
