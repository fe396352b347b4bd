package neverset

// A line that was closed is not put back before.
func talk(words ...string) error {
	l := lines.Get().(*line)
	l.words = append(l.words, words...)
	if len(words) == 0 {
		l.hangUp()
		l.put()
		l.words = append(l.words, "bye")
		return errEmpty
	}
	l.put()
	return nil
}

// One that is lost is used on.
func tell(words ...string) int {
	l := links.Get().(*link)
	l.words = append(l.words, words...)
	lost := l.lost
	l.put()
	if lost {
		return len(l.words)
	}
	return 0
}

// The conn is put back once.
func once(lines ...string) error {
	c := conns.Get().(*conn)
	for _, line := range lines {
		if err := c.send(line); err != nil {
			put(c)
			return err
		}
	}
	put(c)
	return nil
}
