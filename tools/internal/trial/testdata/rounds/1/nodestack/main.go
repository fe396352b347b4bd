// truth: correct

// Command nodestack evaluates expressions on a stack of pooled nodes.
package main

import (
	"errors"
	"fmt"
	"log"
	"strconv"
	"strings"
	"sync"
)

type node struct {
	value int
	next  *node
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func free(n *node) {
	n.value, n.next = 0, nil
	nodes.Put(n)
}

type stack struct {
	top  *node
	size int
}

func (s *stack) push(v int) {
	n := nodes.Get().(*node)
	n.value, n.next = v, s.top
	s.top = n
	s.size++
}

func (s *stack) pop() (int, bool) {
	n := s.top
	if n == nil {
		return 0, false
	}
	v := n.value
	s.top = n.next
	s.size--
	free(n)
	return v, true
}

func (s *stack) clear() {
	for n := s.top; n != nil; {
		next := n.next
		free(n)
		n = next
	}
	s.top, s.size = nil, 0
}

var errUnderflow = errors.New("stack underflow")

func (s *stack) apply(op string) error {
	b, ok := s.pop()
	a, ok2 := s.pop()
	if !ok || !ok2 {
		return errUnderflow
	}
	switch op {
	case "+":
		s.push(a + b)
	case "-":
		s.push(a - b)
	case "*":
		s.push(a * b)
	}
	return nil
}

func eval(text string) (int, error) {
	var s stack
	defer s.clear()
	for _, word := range strings.Fields(text) {
		switch word {
		case "+", "-", "*":
			if err := s.apply(word); err != nil {
				return 0, err
			}
		default:
			v, err := strconv.Atoi(word)
			if err != nil {
				return 0, err
			}
			s.push(v)
		}
	}
	if s.size != 1 {
		return 0, fmt.Errorf("%d values are left", s.size)
	}
	return s.top.value, nil
}

func main() {
	for range 3 {
		for text, want := range map[string]int{"1 2 +": 3, "2 3 4 * +": 14, "10 3 -": 7} {
			if got, err := eval(text); err != nil || got != want {
				log.Fatal(text, got, err)
			}
		}
		for _, text := range []string{"1 +", "1 2 3", "1 x", ""} {
			if _, err := eval(text); err == nil {
				log.Fatal(text)
			}
		}
	}
	fmt.Println("ok")
}
