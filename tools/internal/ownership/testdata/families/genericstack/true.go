package genericstack

import "github.com/rcpool/rcpool"

// One message is not pushed.
func sumLost(n int) (sum int) {
	var s stack[rcpool.Ref[Msg]]
	extra := get(n) // want "leak: "
	s.push(get(extra.Value().ID))
	m, ok := s.pop()
	if ok {
		sum = m.Value().ID
		m.Release()
	}
	return sum
}

// The message that was popped is used after its release.
func throughStale(id int) int {
	var s stack[rcpool.Ref[Msg]]
	s.push(get(id))
	m, ok := s.pop()
	if !ok {
		return 0
	}
	m.Release()
	return m.Value().ID // want "use-after-release: "
}
