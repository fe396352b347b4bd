// truth: correct

// Command syslogd parses syslog lines on several workers and counts severities.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

type record struct {
	pri    int
	host   string
	app    string
	fields []field
}

type field struct{ key, value string }

func (r *record) reset() {
	clear(r.fields)
	*r = record{fields: r.fields[:0]}
}

var records = sync.Pool{New: func() any { return &record{fields: make([]field, 0, 8)} }}

func getRecord() *record { return records.Get().(*record) }

func putRecord(r *record) {
	r.reset()
	records.Put(r)
}

var errSyntax = errors.New("syntax")

func parse(line string, r *record) error {
	rest, ok := strings.CutPrefix(line, "<")
	if !ok {
		return errSyntax
	}
	pri, rest, ok := strings.Cut(rest, ">")
	if !ok {
		return errSyntax
	}
	var err error
	if r.pri, err = strconv.Atoi(pri); err != nil {
		return fmt.Errorf("priority: %w", err)
	}
	words := strings.Fields(rest)
	if len(words) < 2 {
		return errSyntax
	}
	r.host, r.app = words[0], words[1]
	for _, w := range words[2:] {
		k, v, _ := strings.Cut(w, "=")
		r.fields = append(r.fields, field{k, v})
	}
	return nil
}

type counter struct {
	mu     sync.Mutex
	bySev  [8]int
	failed int
	hosts  map[string]int
}

func (c *counter) add(r *record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bySev[r.pri&7]++
	c.hosts[r.host] += len(r.fields)
}

func (c *counter) fail() {
	c.mu.Lock()
	c.failed++
	c.mu.Unlock()
}

// collect owns the records that arrive.
func collect(in <-chan *record, c *counter, done chan<- struct{}) {
	for r := range in {
		c.add(r)
		putRecord(r)
	}
	close(done)
}

func main() {
	lines := make(chan string)
	parsed := make(chan *record, 4)
	c := &counter{hosts: map[string]int{}}
	done := make(chan struct{})
	go collect(parsed, c, done)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for line := range lines {
				r := getRecord()
				if err := parse(line, r); err != nil {
					putRecord(r)
					c.fail()
					continue
				}
				parsed <- r
			}
		})
	}
	for i := range 40 {
		switch i % 10 {
		case 3:
			lines <- "garbage"
		case 7:
			lines <- "<x>h a"
		default:
			lines <- fmt.Sprintf("<%d>host%d sshd user=u%d tty=%d", i, i%2, i, i)
		}
	}
	close(lines)
	workers.Wait()
	close(parsed)
	<-done
	fmt.Println(c.bySev, c.failed, c.hosts)
}
