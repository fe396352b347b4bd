// truth: correct

// Command statementdetach parses statements in pooled nodes. Prepared ones
// leave the pool for good and live in a registry; others go back after use.
package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/rcpool/rcpool"
)

type stmt struct {
	verb  string
	args  []string
	holes int
}

func (s *stmt) Reset() {
	clear(s.args)
	*s = stmt{args: s.args[:0]}
}

var stmts = rcpool.Pool[stmt]{Name: "stmts"}

type syntaxError struct{ pos int }

func (e *syntaxError) Error() string { return fmt.Sprint("syntax error at word ", e.pos) }

// parse returns a statement that the caller must release or detach.
func parse(text string) (ref rcpool.Ref[stmt], err error) {
	ref = stmts.Get()
	defer func() {
		if err != nil {
			rcpool.Drop(&ref)
		}
	}()
	s := ref.Value()
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0 && !unicode.IsLetter(rune(word[0])):
			return ref, &syntaxError{i}
		case i == 0:
			s.verb = strings.ToUpper(word)
		case word == "?":
			s.holes++
			s.args = append(s.args, "")
		case strings.HasPrefix(word, ";"):
			return ref, &syntaxError{i}
		default:
			s.args = append(s.args, word)
		}
	}
	return ref, nil
}

type registry struct {
	prepared map[string]*stmt
	ran      []string
}

func (r *registry) prepare(name, text string) error {
	ref, err := parse(text)
	if err != nil {
		return fmt.Errorf("prepare %s: %w", name, err)
	}
	if _, exists := r.prepared[name]; exists || ref.Value().holes == 0 {
		ref.Release()
		return fmt.Errorf("prepare %s: nothing to prepare", name)
	}
	r.prepared[name] = ref.Detach()
	return nil
}

func (r *registry) execute(s *stmt, values ...string) error {
	if len(values) != s.holes {
		return fmt.Errorf("%s wants %d values", s.verb, s.holes)
	}
	args := make([]string, 0, len(s.args))
	for _, arg := range s.args {
		if arg == "" {
			arg, values = values[0], values[1:]
		}
		args = append(args, arg)
	}
	r.ran = append(r.ran, s.verb+" "+strings.Join(args, " "))
	return nil
}

func (r *registry) query(text string) error {
	ref, err := parse(text)
	if err != nil {
		return err
	}
	defer ref.Release()
	return r.execute(ref.Value())
}

func main() {
	r := &registry{prepared: map[string]*stmt{}}
	fmt.Println(r.prepare("get", "get key ?"))
	fmt.Println(r.prepare("get", "get other ?"))
	fmt.Println(r.prepare("bad", "get ; ?"))
	fmt.Println(r.query("ping"), r.query("1ping"), r.query("set k ?"))
	fmt.Println(r.execute(r.prepared["get"], "user:1"))
	fmt.Println(r.ran)
}
