// Refreshes the page in place, so that nothing jumps: open reports stay open,
// selected text stays selected, and what somebody types stays there. Without
// scripts the page reloads instead.
const seconds = Number(document.querySelector('main').dataset.refresh)

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (!answer.ok) throw new Error(answer.statusText)
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!getSelection().isCollapsed) return
  for (const open of document.querySelectorAll('details[open]')) {
    fresh.getElementById(open.id)?.setAttribute('open', '')
  }
  const focused = document.activeElement
  const typed = document.getElementById('pool')
  document.querySelector('main').replaceWith(fresh.querySelector('main'))
  document.title = fresh.title
  const field = document.getElementById('pool')
  if (field && typed) field.value = typed.value
  const again = document.getElementById(focused?.id)
  again?.focus({ preventScroll: true })
  if (again && focused === typed) again.setSelectionRange(typed.selectionStart, typed.selectionEnd)
}

let timer

async function loop() {
  clearTimeout(timer)
  if (document.hidden) return
  await refresh().catch(() => document.getElementById('time').classList.add('late'))
  timer = setTimeout(loop, seconds * 1000)
}

document.addEventListener('visibilitychange', loop)
timer = setTimeout(loop, seconds * 1000)
