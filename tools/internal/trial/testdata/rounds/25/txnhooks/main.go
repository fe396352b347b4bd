// truth: escape line 65 hard

// Command txnhooks runs hooks of a transaction after its commit.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Mutation struct {
	Table string
	Key   string
	Old   []byte
	New   []byte
}

func (m *Mutation) Reset() {
	m.Table, m.Key = "", ""
	m.Old, m.New = m.Old[:0], m.New[:0]
}

var mutations = rcpool.Pool[Mutation]{Name: "mutations"}

var errConflict = errors.New("write conflict")

type store struct {
	rows  map[string]string
	locks map[string]bool
}

type txn struct {
	store    *store
	writes   map[string]string
	onCommit []func()
	audit    *strings.Builder
}

func (s *store) begin(audit *strings.Builder) *txn {
	return &txn{store: s, writes: map[string]string{}, audit: audit}
}

func (m *Mutation) describe() string {
	return fmt.Sprintf("%s/%s: %q -> %q", m.Table, m.Key, m.Old, m.New)
}

func (t *txn) put(table, key, value string) error {
	id := table + "/" + key
	if t.store.locks[id] {
		return fmt.Errorf("%s: %w", id, errConflict)
	}
	ref := mutations.Get()
	defer ref.Release()
	m := ref.Value()
	m.Table, m.Key = table, key
	m.Old = append(m.Old, t.store.rows[id]...)
	m.New = append(m.New, value...)
	if string(m.Old) == value {
		return nil
	}
	t.writes[id] = value
	t.onCommit = append(t.onCommit, func() {
		t.audit.WriteString(m.describe())
		t.audit.WriteByte('\n')
	})
	return nil
}

func (t *txn) commit() int {
	for id, v := range t.writes {
		t.store.rows[id] = v
	}
	hooks := t.onCommit
	t.onCommit, t.writes = nil, nil
	for _, h := range hooks {
		h()
	}
	return len(hooks)
}

func (t *txn) rollback() {
	t.onCommit, t.writes = nil, nil
}

func main() {
	s := &store{rows: map[string]string{"users/1": "ann"}, locks: map[string]bool{"users/9": true}}
	var audit strings.Builder
	t := s.begin(&audit)
	fmt.Println(t.put("users", "1", "ann"), t.put("users", "9", "x"))
	fmt.Println(t.commit())
	t = s.begin(&audit)
	fmt.Println(t.put("users", "2", "bob"), t.put("users", "1", "eve"))
	t.rollback()
	t = s.begin(&audit)
	fmt.Println(t.put("users", "1", "eve"), t.commit())
	fmt.Print(audit.String())
	check()
}
