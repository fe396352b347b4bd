// truth: use-after-release line 56 plain
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type field struct {
	name string
	args map[string]int
	sub  []field
}

type planner struct {
	mu    sync.Mutex
	plans map[string]int
	max   int
}

var errTooLong = errors.New("query too long")

func write(b *bytebufferpool.ByteBuffer, f field) {
	b.WriteString(f.name)
	if len(f.args) > 0 {
		b.WriteByte('(')
		for _, k := range []string{"first", "after", "id"} {
			if v, ok := f.args[k]; ok {
				b.WriteString(k)
				b.WriteByte(':')
				b.B = strconv.AppendInt(b.B, int64(v), 10)
			}
		}
		b.WriteByte(')')
	}
	for i, s := range f.sub {
		b.WriteByte(" {"[min(1, 1-min(i, 1))])
		write(b, s)
	}
	if len(f.sub) > 0 {
		b.WriteByte('}')
	}
}

func (p *planner) plan(root field) (int, error) {
	b := bytebufferpool.Get()
	write(b, root)
	text := b.Bytes()
	if len(text) > p.max {
		bytebufferpool.Put(b)
		return 0, fmt.Errorf("%w: %s...", errTooLong, text[:p.max])
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plans[string(text)]++
	n := p.plans[string(text)]
	bytebufferpool.Put(b)
	return n, nil
}

func main() {
	p := &planner{plans: map[string]int{}, max: 40}
	q := field{name: "user", args: map[string]int{"id": 4}, sub: []field{{name: "name"}, {name: "mail"}}}
	for range 3 {
		fmt.Println(p.plan(q))
	}
	q.sub = append(q.sub, field{name: strings.Repeat("z", 40)})
	fmt.Println(p.plan(q))
}
