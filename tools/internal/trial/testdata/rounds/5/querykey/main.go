// truth: reset line 27,28,33 plain
package main

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"sync"
)

var keys = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type planCache struct {
	mu    sync.Mutex
	plans map[string]int
	next  int
}

// keyOf returns the normal form of a query.
func keyOf(table string, where map[string]string) string {
	names := make([]string, 0, len(where))
	for name := range where {
		names = append(names, name)
	}
	sort.Strings(names)
	buf := keys.Get().(*bytes.Buffer)
	buf.WriteString(strings.ToLower(table))
	for _, name := range names {
		fmt.Fprintf(buf, "|%s=?", name)
	}
	key := buf.String()
	keys.Put(buf)
	return key
}

func (c *planCache) plan(table string, where map[string]string) int {
	key := keyOf(table, where)
	c.mu.Lock()
	defer c.mu.Unlock()
	if id, ok := c.plans[key]; ok {
		return id
	}
	c.next++
	c.plans[key] = c.next
	return c.next
}

func main() {
	c := &planCache{plans: map[string]int{}}
	for i := range 20 {
		c.plan("Users", map[string]string{"id": fmt.Sprint(i)})
		c.plan("orders", map[string]string{"user": "x", "day": "y"})
	}
	fmt.Println(len(c.plans), "plans")
	if len(c.plans) != 2 {
		panic("the cache has too many plans")
	}
}
