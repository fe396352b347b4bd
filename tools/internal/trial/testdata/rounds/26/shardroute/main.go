// truth: double-release line 78 hard

// Command shardroute routes keys to shards, with a replica for reads.
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"sync/atomic"
)

// A Shard is counted by the routes that lead to it.
type Shard struct {
	refs  atomic.Int32
	name  string
	data  map[string]string
	close func(name string)
}

func NewShard(name string, close func(string)) *Shard {
	s := &Shard{name: name, data: map[string]string{}, close: close}
	s.refs.Store(1)
	return s
}

func (s *Shard) IncRef() { s.refs.Add(1) }

func (s *Shard) DecRef() {
	n := s.refs.Add(-1)
	if n == 0 {
		s.close(s.name)
	}
	if n < 0 {
		panic("shard " + s.name + " is closed already")
	}
}

var errNoNodes = errors.New("no nodes")

type cluster struct {
	nodes  []string
	closed []string
}

func (c *cluster) open(key string, skip int) *Shard {
	i := (int(crc32.ChecksumIEEE([]byte(key))%64) + skip) % len(c.nodes)
	return NewShard(c.nodes[i], func(name string) { c.closed = append(c.closed, name) })
}

func copyTo(dst, src *Shard) {
	for k, v := range src.data {
		dst.data[k] = v
	}
}

// Transfer writes the pairs and reads one key back from the replica.
func (c *cluster) Transfer(pairs map[string]string, key string) (value string, err error) {
	if len(c.nodes) == 0 {
		return "", errNoNodes
	}
	primary := c.open(key, 0)
	replica := primary
	if len(c.nodes) > 1 {
		replica = c.open(key, 1)
	}
	for k, v := range pairs {
		primary.data[k] = v
	}
	if replica != primary {
		copyTo(replica, primary)
	}
	value, ok := replica.data[key]
	if !ok {
		err = fmt.Errorf("%s: no key %q", replica.name, key)
	}
	primary.DecRef()
	replica.DecRef()
	return value, err
}

func main() {
	pairs := map[string]string{"k1": "one", "k2": "two"}
	for _, nodes := range [][]string{nil, {"a", "b", "c"}, {"solo"}} {
		c := &cluster{nodes: nodes}
		fmt.Println(c.Transfer(pairs, "k2"))
		fmt.Println(c.Transfer(pairs, "k9"))
		fmt.Println(len(c.closed))
	}
}
