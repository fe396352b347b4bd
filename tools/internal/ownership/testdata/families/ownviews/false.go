package ownviews

// The byte is read before the release.
func firstBefore(p *packet) byte {
	v := p.block.Value()[0]
	p.block.Release()
	return v
}

// The bytes are copied.
func copyOfData(p *packet) string {
	s := string(p.data())
	p.free()
	return s
}

// The field keeps what the owner of the struct has released.
func headBefore(p *packet) byte {
	p.parse()
	first := p.head[0]
	p.free()
	return first
}

// The release and the field are in the same function.
func subjectBefore(m *message) string {
	m.state.subject = m.text.Value().Bytes()
	s := string(m.state.subject)
	m.text.Release()
	return s
}

// The struct is filled again.
func subjectAgain(m *message, next *message) string {
	m.parse()
	m.close()
	m.text, m.state = next.text, next.state
	m.parse()
	s := string(m.state.subject)
	m.close()
	return s
}
