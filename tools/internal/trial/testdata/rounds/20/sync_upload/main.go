// truth: escape line 51 plain

// A sync client uploads changed files while it goes on scanning.
package main

import (
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/rcpool/rcpool"
)

type change struct {
	path string
	data []byte
}

func (c *change) Reset() { *c = change{data: c.data[:0]} }

var changes = rcpool.Pool[change]{Name: "changes"}

type client struct {
	mu       sync.Mutex
	uploaded map[string]uint32
	wg       sync.WaitGroup
	quota    int
}

func (c *client) upload(path string, data []byte) {
	sum := crc32.ChecksumIEEE(data)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.uploaded[path] = sum
}

func (c *client) scan(path string, version int) bool {
	ref := changes.Get()
	defer ref.Release()
	v := ref.Value()
	v.path = path
	for i := range 64 {
		v.data = append(v.data, byte(i*version))
	}
	if c.quota < len(v.data) {
		fmt.Println("no quota for", v.path)
		return false
	}
	c.quota -= len(v.data)
	c.wg.Add(1)
	go func() {
		defer c.wg.Done()
		c.upload(path, v.data)
	}()
	return true
}

func main() {
	c := &client{uploaded: map[string]uint32{}, quota: 300}
	n := 0
	for i := range 6 {
		if c.scan(fmt.Sprintf("/home/file%d", i), i) {
			n++
		}
	}
	c.wg.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Println(n, len(c.uploaded))
}
