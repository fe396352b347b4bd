package viewlists

// The host is copied before the packet is freed.
func hostBefore(raw []byte) (string, error) {
	p := newPacket(raw)
	err := p.parse()
	host := string(p.find(1))
	p.free()
	return host, err
}

// The method returns a copy.
func bodyCopy(p *packet) []byte {
	p.parse()
	body := p.copyOf(2)
	p.free()
	return body
}

// The line may be one of the defaults.
func lineOf(d *document) string {
	d.setDefault()
	line := d.line(0)
	d.close()
	return string(line)
}

// Each packet is freed after its byte was read.
func kindsBefore(raws [][]byte) (sum int) {
	for _, raw := range raws {
		p := newPacket(raw)
		if p.parse() != nil {
			p.free()
			continue
		}
		if kind := p.find(3); len(kind) > 0 {
			sum += int(kind[0])
		}
		p.free()
	}
	return sum
}
