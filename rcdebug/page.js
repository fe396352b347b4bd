// Refreshes the page in place, so that nothing jumps: open reports stay open, and
// selected text stays selected. Without scripts the page reloads instead.
const seconds = Number(document.querySelector('main').dataset.refresh)

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (!answer.ok) throw new Error(answer.statusText)
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!getSelection().isCollapsed) return
  for (const open of document.querySelectorAll('details[open]')) {
    fresh.getElementById(open.id)?.setAttribute('open', '')
  }
  const focused = document.activeElement?.id
  document.querySelector('main').replaceWith(fresh.querySelector('main'))
  document.title = fresh.title
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

async function loop() {
  if (!document.hidden) {
    await refresh().catch(() => document.getElementById('time').classList.add('late'))
  }
  setTimeout(loop, seconds * 1000)
}

setTimeout(loop, seconds * 1000)
