// truth: correct

// Command sqltokens normalizes SQL statements for a query log: literals become
// question marks.
package main

import (
	"fmt"
	"strings"
	"sync"
	"unicode"
)

// A Pool is a typed sync.Pool that resets what it takes back.
type Pool[T any, P interface {
	*T
	Reset()
}] struct{ p sync.Pool }

func (p *Pool[T, P]) Get() P {
	if v := p.p.Get(); v != nil {
		return v.(P)
	}
	return P(new(T))
}

func (p *Pool[T, P]) Put(v P) {
	v.Reset()
	p.p.Put(v)
}

// Do lends an object to f.
func (p *Pool[T, P]) Do(f func(P) error) error {
	v := p.Get()
	defer p.Put(v)
	return f(v)
}

type token struct {
	kind byte // 'w'ord, 'l'iteral, 'p'unctuation
	text string
}

type scratch struct {
	tokens []token
	out    []byte
}

func (s *scratch) Reset() {
	clear(s.tokens)
	s.tokens = s.tokens[:0]
	s.out = s.out[:0]
}

var scratches Pool[scratch, *scratch]

func (s *scratch) scan(sql string) error {
	for i := 0; i < len(sql); {
		r := rune(sql[i])
		start := i
		switch {
		case unicode.IsSpace(r):
			i++
		case r == '\'':
			end := strings.IndexByte(sql[i+1:], '\'')
			if end < 0 {
				return fmt.Errorf("string at %d is not closed", i)
			}
			i += end + 2
			s.tokens = append(s.tokens, token{'l', sql[start:i]})
		case unicode.IsDigit(r):
			for i < len(sql) && unicode.IsDigit(rune(sql[i])) {
				i++
			}
			s.tokens = append(s.tokens, token{'l', sql[start:i]})
		case unicode.IsLetter(r):
			for i < len(sql) && (unicode.IsLetter(rune(sql[i])) || sql[i] == '_') {
				i++
			}
			s.tokens = append(s.tokens, token{'w', sql[start:i]})
		default:
			i++
			s.tokens = append(s.tokens, token{'p', sql[start:i]})
		}
	}
	return nil
}

func (s *scratch) render() string {
	for i, t := range s.tokens {
		if i > 0 && t.kind != 'p' {
			s.out = append(s.out, ' ')
		}
		switch t.kind {
		case 'l':
			s.out = append(s.out, '?')
		case 'w':
			s.out = append(s.out, strings.ToUpper(t.text)...)
		default:
			s.out = append(s.out, t.text...)
		}
	}
	return string(s.out)
}

func normalize(sql string) (text string, err error) {
	err = scratches.Do(func(s *scratch) error {
		if err := s.scan(sql); err != nil {
			return err
		}
		text = s.render()
		return nil
	})
	return text, err
}

func main() {
	seen := make(map[string]int)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			for _, sql := range []string{
				fmt.Sprintf("select * from t where id=%d", i),
				"insert into log_lines values ('x', 12)",
				"select 'oops",
			} {
				text, err := normalize(sql)
				mu.Lock()
				if err != nil {
					text = err.Error()
				}
				seen[text]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for text, n := range seen {
		fmt.Println(n, text)
	}
}
