// truth: escape line 78 hard
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A unit of work collects what is to be done when it commits.
type unit struct {
	onCommit []func() error
	onAbort  []func()
}

func (u *unit) commit() error {
	for i, f := range u.onCommit {
		if err := f(); err != nil {
			u.abort()
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	u.onCommit, u.onAbort = nil, nil
	return nil
}

func (u *unit) abort() {
	for i := len(u.onAbort) - 1; i >= 0; i-- {
		u.onAbort[i]()
	}
	u.onCommit, u.onAbort = nil, nil
}

type table struct {
	mu   sync.Mutex
	rows map[string]string
}

var errDuplicate = errors.New("duplicate key")

func (t *table) insert(key string, value []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.rows[key]; ok {
		return errDuplicate
	}
	t.rows[key] = string(value)
	return nil
}

func (t *table) remove(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.rows, key)
}

type profile struct {
	Name  string
	Email string
}

// save schedules the insertion of a profile.
func save(u *unit, t *table, p profile) error {
	if p.Name == "" {
		return errors.New("profile without a name")
	}
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if err := json.NewEncoder(b).Encode(p); err != nil {
		return err
	}
	row := bytes.TrimSpace(b.Bytes())
	u.onCommit = append(u.onCommit, func() error {
		if err := t.insert(p.Name, row); err != nil {
			return err
		}
		u.onAbort = append(u.onAbort, func() { t.remove(p.Name) })
		return nil
	})
	return nil
}

func transfer(t *table, profiles ...profile) error {
	u := new(unit)
	for _, p := range profiles {
		if err := save(u, t, p); err != nil {
			u.abort()
			return err
		}
	}
	return u.commit()
}

func main() {
	t := &table{rows: map[string]string{}}
	fmt.Println(transfer(t, profile{"ann", "a@x"}, profile{"bob", "b@x"}, profile{"cyd", "c@x"}))
	fmt.Println(transfer(t, profile{"", "?"}))
	fmt.Println(transfer(t, profile{"dan", "d@x"}, profile{"dan", "e@x"}))
	for name, row := range t.rows {
		var p profile
		if err := json.Unmarshal([]byte(row), &p); err != nil || p.Name != name {
			fmt.Println("broken row of", name, row, err)
		}
	}
}
