// Package lookers is about function literals that only look at a reference, or retain it: to make one
// does not give the reference up.
package lookers

import "github.com/rcpool/rcpool"

type part struct{ body []byte }

func (p *part) Reset() { *p = part{body: p.body[:0]} }

var parts rcpool.Pool[part]

type ref = rcpool.Ref[part]

type mail struct {
	parts []ref
	size  int
}

func (m *mail) Close() {
	for i := range m.parts {
		rcpool.Drop(&m.parts[i])
	}
	m.parts = nil
}

type option func(*mail) error

func compose(options ...option) (*mail, error) {
	m := &mail{}
	for _, o := range options {
		if err := o(m); err != nil {
			m.Close()
			return nil, err
		}
	}
	return m, nil
}
