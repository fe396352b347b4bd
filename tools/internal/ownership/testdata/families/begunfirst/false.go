package begunfirst

import "sync/atomic"

// The counter is set before the list is emptied, and the last user puts it back.
func shoot(seq int, outputs ...chan<- *shot) {
	s := shots.Get().(*shot)
	s.users.Store(1)
	s.seq = seq
	s.data = s.data[:0]
	for i := range 16 {
		s.data = append(s.data, byte(seq+i))
	}
	s.users.Add(int32(len(outputs)))
	for _, out := range outputs {
		out <- s
	}
	if s.users.Add(-1) == 0 {
		shots.Put(s)
	}
}

// The counter is raised from zero.
func shootAlone(seq int) {
	s := shots.Get().(*shot)
	s.users.Add(1)
	s.seq, s.data = seq, append(s.data[:0], 'a')
	show(s)
	if s.users.Add(-1) == 0 {
		shots.Put(s)
	}
}

// A function of sync/atomic sets the state, and the text is reset before the words.
func write(words ...string) {
	m := memos.Get().(*memo)
	atomic.StoreInt32(&m.state, 1)
	m.text.Reset()
	m.words = m.words[:0]
	m.words = append(m.words, words...)
	print(m)
	memos.Put(m)
}

// The map is cleared after the others, in a loop.
func count(all ...[]string) {
	for _, words := range all {
		m := memos.Get().(*memo)
		m.text.Reset()
		atomic.StoreInt32(&m.state, 2)
		m.words = m.words[:0]
		clear(m.names)
		for _, w := range words {
			m.names[w]++
		}
		print(m)
		memos.Put(m)
	}
}
