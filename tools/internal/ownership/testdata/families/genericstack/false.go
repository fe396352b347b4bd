package genericstack

import "github.com/rcpool/rcpool"

// What was pushed is popped and released.
func sum(n int) (sum int) {
	var s stack[rcpool.Ref[Msg]]
	for i := range n {
		m := get(i)
		s.push(m)
	}
	for {
		m, ok := s.pop()
		if !ok {
			return sum
		}
		sum += m.Value().ID
		m.Release()
	}
}

// One is pushed and popped.
func through(id int) int {
	var s stack[rcpool.Ref[Msg]]
	s.push(get(id))
	m, _ := s.pop()
	defer m.Release()
	return m.Value().ID
}
