// Package sample has something for each rewriting. What it prints is the same each
// time.
package sample

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
)

type item struct {
	name  string
	count int
	tags  []string
}

func (i *item) add(n int) int {
	i.count += n
	return i.count
}

func (i item) label() string { return fmt.Sprintf("%s*%d", i.name, i.count) }

type shelf struct {
	mu    sync.Mutex
	items map[string]*item
	log   []string
	out   io.Writer
}

func newShelf(out io.Writer) *shelf {
	return &shelf{items: map[string]*item{}, out: out}
}

var errNone = errors.New("no such item")

func (s *shelf) note(format string, args ...any) {
	s.log = append(s.log, fmt.Sprintf(format, args...))
}

func (s *shelf) put(name string, n int, tags ...string) *item {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.items[name]
	if !ok {
		it = &item{name: name, tags: tags}
		s.items[name] = it
	}
	total := it.add(n)
	s.note("put %s %d", name, total)
	return it
}

func (s *shelf) take(name string, n int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.items[name]
	if it == nil {
		return 0, fmt.Errorf("take %s: %w", name, errNone)
	}
	if it.count < n {
		s.note("short of %s", name)
		return it.count, errors.New("too few")
	}
	rest := it.add(-n)
	if rest == 0 {
		delete(s.items, name)
	} else {
		s.note("left %d", rest)
	}
	return rest, nil
}

func (s *shelf) names() []string {
	var names []string
	for name := range s.items {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func total(s *shelf, least int) (int, string) {
	s.mu.Lock()
	sum := 0
	for _, it := range s.items {
		if it.count >= least {
			sum += it.count
		}
	}
	s.mu.Unlock()
	return sum, fmt.Sprint("at least ", least)
}

func (s *shelf) first(tag string) (string, bool) {
	for _, name := range s.names() {
		if it := s.items[name]; len(it.tags) > 0 && it.tags[0] == tag {
			return name, true
		}
	}
	return "", false
}

func kind(n int) string {
	switch m := n % 5; m {
	case 0:
		return "none"
	case 1, 2:
		return "few"
	default:
		return "many"
	}
}

func size(n int) (text string) {
	defer func() { text += "!" }()
	switch {
	case n > 100:
		text = "large"
	case n > 10:
		return "middle"
	}
	if text == "" {
		text = "small"
	}
	return text
}

func sum(list []int) int {
	total := 0
	for i, n := range list {
		if n < 0 {
			continue
		}
		if n > 1000 {
			break
		}
		total += n * (i + 1)
	}
	return total
}

func reversed(words []string) string {
	var b strings.Builder
	for i := 0; i < len(words); i++ {
		b.WriteString(words[len(words)-1-i])
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func pairs(n int) (a, b []int) {
	for i := range n {
		if i%2 == 0 {
			a = append(a, i)
		} else {
			b = append(b, i)
		}
	}
	return a, b
}

func split(text string) (string, string, error) {
	before, after, ok := strings.Cut(text, "=")
	if !ok {
		return "", "", errors.New("no sign")
	}
	before = strings.TrimSpace(before)
	after = strings.TrimSpace(after)
	return before, after, nil
}

func parse(lines []string) (found map[string]string, failed int) {
	found = map[string]string{}
	for _, line := range lines {
		key, value, err := split(line)
		if err != nil {
			failed++
			continue
		}
		found[key] = value
	}
	return found, failed
}

func closing(w io.Writer, n int) (int, error) {
	fmt.Fprintln(w, "open", n)
	defer fmt.Fprintln(w, "close")
	if n < 0 {
		return 0, errNone
	}
	square := n * n
	fmt.Fprintln(w, "square", square)
	return square, nil
}

func concurrent(n int) int {
	var wg sync.WaitGroup
	results := make(chan int, n)
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- i * i
		}()
	}
	wg.Wait()
	close(results)
	total := 0
	for r := range results {
		total += r
	}
	return total
}

func counters() (func() int, func()) {
	n := 0
	step := 1
	up := func() int {
		n += step
		return n
	}
	faster := func() { step *= 2 }
	return up, faster
}

func double(n int) int {
	twice := n * 2
	return twice
}

func swap(a, b int) (int, int) { return b, a }

func between(numbers []int, low, high int) (inside []int) {
	for _, n := range numbers {
		if n < low || n > high {
			continue
		}
		inside = append(inside, n)
	}
	return inside
}

// Run prints the same each time.
func Run(w io.Writer) {
	s := newShelf(w)
	s.put("nut", 3, "small")
	bolt := s.put("bolt", 5, "small", "steel")
	fmt.Fprintln(w, bolt.label(), len(bolt.tags))
	for _, want := range []int{2, 2, 7, 1} {
		rest, err := s.take("bolt", want)
		if err != nil {
			fmt.Fprintln(w, "failed:", rest, err)
			continue
		}
		fmt.Fprintln(w, "rest", rest)
	}
	if _, err := s.take("screw", 1); errors.Is(err, errNone) {
		fmt.Fprintln(w, err)
	}
	fmt.Fprintln(w, s.names(), s.log)
	if name, ok := s.first("small"); ok {
		fmt.Fprintln(w, "first", name)
	}
	_, other := s.first("large")
	whole, text := total(s, 1)
	fmt.Fprintln(w, other, whole, text)
	for n := 0; n < 4; n++ {
		fmt.Fprintln(w, kind(n), size(n*9), size(n*60))
	}
	x := item{name: "x"}
	x.add(2)
	y := x
	y.add(40)
	fmt.Fprintln(w, x.label(), y.label())
	fmt.Fprintln(w, sum([]int{1, -5, 3, 2000, 4}), reversed(strings.Fields("one two three")))
	fmt.Fprintln(w, between([]int{1, -5, 3, 2000, 4}, 2, 1000))
	even, odd := pairs(5)
	fmt.Fprintln(w, even, odd)
	found, failed := parse([]string{"a = 1", "b", "c=3 "})
	fmt.Fprintln(w, found, failed)
	for _, n := range []int{3, -1} {
		square, err := closing(w, n)
		fmt.Fprintln(w, square, err)
	}
	fmt.Fprintln(w, concurrent(5))
	up, faster := counters()
	up()
	faster()
	fmt.Fprintln(w, up(), up())
	d := double(4)
	low, high := swap(d, double(1))
	low, d = d, low
	fmt.Fprintln(w, d, low, high)
	list := [3]int{1, 2, 3}
	part := list[:2]
	part[0] = 9
	fmt.Fprintln(w, list, part)
	func() {
		d++
		defer func() { d *= 2 }()
		d += 3
	}()
	fmt.Fprintln(w, d)
}
