package program

import (
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"
)

// A Program is a function with the inputs a, b, c and n, and the functions and
// types that it uses. Besides these it uses what Prelude declares.
type Program struct {
	// Name is the name of the function, and the beginning of every other name
	// that the program declares in its package.
	Name string

	declarations []*declaration
	shapes       map[string]bool
}

// New makes the program that choices describes. It is correct: whatever the
// inputs, every reference is given up exactly once, and nothing is used
// afterwards.
func New(name string, choices Choices) *Program {
	p := &Program{Name: name, shapes: map[string]bool{}}
	m := &maker{Choices: choices, program: p, calls: choices.IntN(5)}
	w := m.function(sumAndError, "", []condition{inputA, inputB, inputC}, none, several)
	w.body(4 + choices.IntN(10))
	// The analyzer must know, as the program does, that n is 0, 1 or 2.
	p.declare(fmt.Sprintf("func %s(a, b, c bool, n int) (int, error) {\nif n < 0 || n > 2 {\nreturn 0, errInput\n}", name), w.block, "")
	slices.Reverse(p.declarations) // callers come first
	return p
}

func (p *Program) declare(head string, body *block, trial string) {
	p.declarations = append(p.declarations, &declaration{head: head, body: body, trial: trial})
}

// Shapes are the names of the kinds of statements that the program has.
func (p *Program) Shapes() []string { return slices.Sorted(maps.Keys(p.shapes)) }

// Source is the program as a file of the package programs, for an analyzer.
func (p *Program) Source() []byte { return p.file(plain) }

// Instrumented is Source with the calls that notice at run time what only the
// pattern in a released object gives away, and that steer goroutines.
func (p *Program) Instrumented() []byte { return p.file(instrumented) }

// trials are statements that call, with the inputs a and b, the functions that
// p declares besides the one it is about: a mistake in one of them is a mistake
// also if p happens never to make it.
func (p *Program) trials() []string {
	var all []string
	for _, d := range p.declarations {
		if d.trial != "" {
			all = append(all, d.trial)
		}
	}
	return all
}

func (p *Program) file(view func(string) string) []byte {
	var body strings.Builder
	for _, d := range p.declarations {
		d.write(&body)
	}
	text := view(body.String())
	var file strings.Builder
	file.WriteString("package programs\n\nimport (\n")
	for _, path := range []string{"sync", "github.com/rcpool/rcpool"} {
		if strings.Contains(text, path[strings.LastIndexByte(path, '/')+1:]+".") {
			fmt.Fprintf(&file, "%q\n", path)
		}
	}
	file.WriteString(")\n" + text)
	source, err := format.Source([]byte(file.String()))
	if err != nil {
		panic(fmt.Sprintf("program %s does not parse: %v\n%s", p.Name, err, file.String()))
	}
	return source
}

// Reductions are the programs that lack one statement of p, or one that is
// around others. Many of them do not compile, or break the ownership rule; they
// help to find a smaller program with the same property.
func (p *Program) Reductions() []*Program {
	var all []*Program
	reduce := func(declaration, place, at int, instead func(*statement) []*statement) {
		q := p.clone()
		n := 0
		q.declarations[declaration].body.each(func(b *block) {
			if n == place {
				b.statements = slices.Concat(b.statements[:at], instead(b.statements[at]), b.statements[at+1:])
			}
			n++
		})
		all = append(all, q)
	}
	for i, d := range p.declarations {
		if i > 0 {
			q := p.clone()
			q.declarations = slices.Delete(q.declarations, i, i+1)
			all = append(all, q)
		}
		if d.body == nil {
			continue
		}
		n := 0
		d.body.each(func(b *block) {
			for at, s := range b.statements {
				reduce(i, n, at, func(*statement) []*statement { return nil })
				for inner := range s.blocks {
					reduce(i, n, at, func(s *statement) []*statement { return s.blocks[inner].statements })
				}
			}
			n++
		})
	}
	return all
}

func (p *Program) clone() *Program {
	q := &Program{Name: p.Name, shapes: p.shapes}
	for _, d := range p.declarations {
		c := &declaration{head: d.head, broken: d.broken, trial: d.trial}
		if d.body != nil {
			c.body = d.body.clone()
		}
		q.declarations = append(q.declarations, c)
	}
	return q
}
