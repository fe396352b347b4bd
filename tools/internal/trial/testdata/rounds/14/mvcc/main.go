// truth: correct

// Command mvcc keeps versions of rows until no transaction can see them.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type rowVersion struct {
	xmin  int
	value string
	older rcpool.Ref[rowVersion]
}

// Reset drops the chain of older versions.
func (v *rowVersion) Reset() {
	v.xmin, v.value = 0, ""
	rcpool.Drop(&v.older)
}

var versions rcpool.Pool[rowVersion]

func init() {
	versions.Name = "row versions"
	versions.Reset = (*rowVersion).Reset
}

type store struct {
	heads map[string]rcpool.Ref[rowVersion]
	txid  int
}

func (s *store) put(key, value string) {
	s.txid++
	ref := versions.Get()
	v := ref.Value()
	v.xmin, v.value = s.txid, value
	v.older = s.heads[key] // the chain moves behind the new head
	s.heads[key] = ref
}

type snapshot struct {
	txid int
	pins map[string]rcpool.Ref[rowVersion]
}

func (s *store) snapshot() *snapshot {
	snap := &snapshot{txid: s.txid, pins: make(map[string]rcpool.Ref[rowVersion], len(s.heads))}
	for k, head := range s.heads {
		snap.pins[k] = head.Retain()
	}
	return snap
}

func (sn *snapshot) get(key string) (string, bool) {
	ref, ok := sn.pins[key]
	for ok && !ref.IsZero() {
		if v := ref.Value(); v.xmin <= sn.txid {
			return v.value, true
		}
		ref = ref.Value().older
	}
	return "", false
}

func (sn *snapshot) Close() {
	for _, ref := range sn.pins {
		ref.Release()
	}
	sn.pins = nil
}

// vacuum cuts what is older than the newest version that txid can see.
func (s *store) vacuum(txid int) (cut int) {
	for _, head := range s.heads {
		v := head.Value()
		for v.xmin > txid && !v.older.IsZero() {
			v = v.older.Value()
		}
		if !v.older.IsZero() {
			rcpool.Drop(&v.older)
			cut++
		}
	}
	return cut
}

func (s *store) remove(key string) {
	if ref, ok := s.heads[key]; ok {
		delete(s.heads, key)
		ref.Release()
	}
}

func main() {
	s := &store{heads: map[string]rcpool.Ref[rowVersion]{}}
	s.put("a", "1")
	s.put("b", "1")
	s.put("a", "2")
	snap := s.snapshot()
	s.put("a", "3")
	s.put("a", "4")
	fmt.Println(s.vacuum(snap.txid))
	s.remove("b")
	fmt.Println(snap.get("a"))
	fmt.Println(snap.get("b"))
	snap.Close()
	fmt.Println(s.vacuum(s.txid))
	s.remove("a")
	fmt.Println(versions.Stats().InUse)
}
