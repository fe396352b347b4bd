package viewlists

// The host is read after the packet was freed.
func hostOf(raw []byte) (string, error) {
	p := newPacket(raw)
	err := p.parse()
	host := p.find(1)
	p.free()
	if err != nil {
		return "", err
	}
	return string(host), nil // want "use-after-release: "
}

// The bytes are returned.
func bodyOf(p *packet) []byte {
	p.parse()
	body := p.find(2)
	p.free()
	return body // want "use-after-release: "
}

// The word is in a buffer that went back.
func firstWord(text string) (string, bool) {
	s := newScanner(text)
	s.scan()
	word := s.word(0)
	s.close()
	if word == nil {
		return "", false
	}
	return string(word), true // want "use-after-release: "
}

// A byte is read in a loop over several packets.
func kinds(raws [][]byte) (sum int) {
	for _, raw := range raws {
		p := newPacket(raw)
		if p.parse() != nil {
			p.free()
			continue
		}
		kind := p.find(3)
		p.free()
		if len(kind) > 0 {
			sum += int(kind[0]) // want "use-after-release: "
		}
	}
	return sum
}
