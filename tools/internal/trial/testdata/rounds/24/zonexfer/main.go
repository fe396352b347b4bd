// truth: leak line 49 plain

// Command zonexfer loads the records of a DNS zone from a transfer and serves
// lookups from them.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Name string
	TTL  uint32
	Type string
	Addr netip.Addr
	Text []byte
}

var records = rcpool.Pool[Record]{
	Name:  "records",
	Reset: func(r *Record) { *r = Record{Text: r.Text[:0]} },
}

var errSyntax = errors.New("zone: syntax error")

type Zone struct {
	origin string
	byName map[string][]rcpool.Ref[Record]
}

// parse returns a record that the caller owns, or the zero Ref for a line
// without one.
func parse(line, origin string) (rcpool.Ref[Record], error) {
	fields := strings.Fields(line)
	if len(fields) == 0 || fields[0] == ";" {
		return rcpool.Ref[Record]{}, nil
	}
	if len(fields) < 4 {
		return rcpool.Ref[Record]{}, fmt.Errorf("%w: %q", errSyntax, line)
	}
	ref := records.Get()
	r := ref.Value()
	r.Name = fields[0] + "." + origin
	ttl, err := strconv.ParseUint(fields[1], 10, 32)
	if err != nil {
		ref.Release()
		return rcpool.Ref[Record]{}, fmt.Errorf("%w: ttl %q", errSyntax, fields[1])
	}
	r.TTL, r.Type = uint32(ttl), fields[2]
	switch r.Type {
	case "A", "AAAA":
		addr, err := netip.ParseAddr(fields[3])
		if err != nil {
			return rcpool.Ref[Record]{}, fmt.Errorf("%w: %v", errSyntax, err)
		}
		r.Addr = addr
	case "TXT":
		r.Text = append(r.Text, strings.Join(fields[3:], " ")...)
	default:
		ref.Release()
		return rcpool.Ref[Record]{}, nil
	}
	return ref, nil
}

func (z *Zone) load(r io.Reader) (skipped int, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		ref, err := parse(lines.Text(), z.origin)
		if errors.Is(err, errSyntax) {
			skipped++
			continue
		} else if err != nil {
			return skipped, err
		}
		if ref.IsZero() {
			continue
		}
		name := ref.Value().Name
		z.byName[name] = append(z.byName[name], ref)
	}
	return skipped, lines.Err()
}

func (z *Zone) lookup(name, kind string) []string {
	var found []string
	for _, ref := range z.byName[name+"."+z.origin] {
		r := ref.Value()
		if r.Type != kind {
			continue
		}
		if kind == "TXT" {
			found = append(found, string(r.Text))
		} else {
			found = append(found, r.Addr.String())
		}
	}
	return found
}

func (z *Zone) close() {
	for name, refs := range z.byName {
		for _, ref := range refs {
			ref.Release()
		}
		delete(z.byName, name)
	}
}

func main() {
	z := &Zone{origin: "example.test", byName: make(map[string][]rcpool.Ref[Record])}
	defer z.close()
	skipped, err := z.load(strings.NewReader(`; a zone
www 300 A 192.0.2.1
www 300 AAAA 2001:db8::1
www x A 192.0.2.2
mail 60 A 192.0.2.999
info 60 TXT hello world
ns 60 NS ns1
`))
	fmt.Println(skipped, err)
	fmt.Println(z.lookup("www", "A"), z.lookup("info", "TXT"), z.lookup("mail", "A"))
}
