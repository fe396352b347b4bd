// truth: escape line 52,54 hard

// Command envtable reads the environments of processes from a dump and answers
// queries about them.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
)

const blockSize = 256

var blocks = sync.Pool{New: func() any { return new([blockSize]byte) }}

type process struct {
	pid int
	env map[string][]byte
}

type table struct {
	procs []*process
}

var errLong = errors.New("environment is too long")

// load reads one environment: entries that end with a zero byte.
func (t *table) load(pid int, r io.Reader) error {
	block := blocks.Get().(*[blockSize]byte)
	defer blocks.Put(block)
	n, err := io.ReadFull(r, block[:])
	switch {
	case err == nil:
		return fmt.Errorf("pid %d: %w", pid, errLong)
	case err != io.EOF && err != io.ErrUnexpectedEOF:
		return fmt.Errorf("pid %d: %w", pid, err)
	}
	p := &process{pid: pid, env: make(map[string][]byte)}
	for entry := range bytes.SplitSeq(block[:n], []byte{0}) {
		if len(entry) == 0 {
			continue
		}
		name, value, found := bytes.Cut(entry, []byte{'='})
		if !found || len(name) == 0 {
			return fmt.Errorf("pid %d: malformed entry %q", pid, entry)
		}
		p.env[string(name)] = value
	}
	t.procs = append(t.procs, p)
	return nil
}

// lookup returns the value of a variable by process.
func (t *table) lookup(name string) map[int]string {
	found := make(map[int]string)
	for _, p := range t.procs {
		if value, ok := p.env[name]; ok {
			found[p.pid] = string(value)
		}
	}
	return found
}

func (t *table) common() (names []string) {
	count := make(map[string]int)
	for _, p := range t.procs {
		for name := range p.env {
			count[name]++
		}
	}
	for name, n := range count {
		if n == len(t.procs) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func main() {
	t := new(table)
	dumps := []string{
		"PATH=/bin\x00HOME=/root\x00LANG=C\x00",
		"PATH=/usr/local/bin:/usr/bin\x00HOME=/home/ann\x00TERM=xterm\x00",
		"PATH=/bin\x00=oops\x00",
		strings.Repeat("A=b\x00", 80),
		"HOME=/var/empty\x00PATH=\x00",
	}
	for i, dump := range dumps {
		if err := t.load(100+i, strings.NewReader(dump)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(t.common())
	fmt.Println(t.lookup("HOME"))
}
