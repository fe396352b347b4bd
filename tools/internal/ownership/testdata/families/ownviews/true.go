package ownviews

// The bytes are read after the release.
func firstOf(p *packet) byte {
	v := p.block.Value()
	p.block.Release()
	return v[0] // want "use-after-release: "
}

// A method has returned them.
func firstOfData(p *packet) byte {
	v := p.data()
	p.free()
	return v[0] // want "use-after-release: "
}

// A method has kept them in a field.
func firstOfHead(p *packet) byte {
	p.parse()
	p.free()
	return p.head[0] // want "use-after-release: "
}

// They are bytes of a buffer.
func lengthOf(m *message) string {
	v := m.bytes()
	m.close()
	return string(v) // want "use-after-release: "
}

// What was cut off is in a struct in the struct.
func subjectOf(m *message) string {
	m.parse()
	subject := m.state.subject
	m.close()
	return string(subject) // want "use-after-release: "
}
