// truth: leak line 55,69 hard

// Command shadowtable mirrors device twins: desired state is replaced as
// commands come in, reported state is merged.
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type twin struct {
	device  string
	version int
	props   map[string]string
}

func (t *twin) Reset() {
	t.device, t.version = "", 0
	clear(t.props)
}

var twins = rcpool.Pool[twin]{
	Name: "twins",
	New:  func() *twin { return &twin{props: make(map[string]string)} },
}

type table struct {
	mu      sync.Mutex
	desired map[string]rcpool.Ref[twin]
	changes int
}

func newTable() *table {
	return &table{desired: make(map[string]rcpool.Ref[twin])}
}

func parseProps(into map[string]string, text string) error {
	for _, pair := range strings.Fields(text) {
		k, v, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("bad property %q", pair)
		}
		into[k] = v
	}
	return nil
}

// replace sets the desired state of a device.
func (t *table) replace(device, text string) error {
	ref := twins.Get()
	v := ref.Value()
	v.device = device
	if err := parseProps(v.props, text); err != nil {
		ref.Release()
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	v.version = 1
	if old, ok := t.desired[device]; ok {
		v.version = old.Value().version + 1
		t.changes++
	}
	t.desired[device] = ref
	return nil
}

// merge changes some properties of a device.
func (t *table) merge(device, text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	ref, ok := t.desired[device]
	if !ok {
		return fmt.Errorf("%s: unknown device", device)
	}
	v := ref.Value()
	v.version++
	return parseProps(v.props, text)
}

// remove forgets a device.
func (t *table) remove(device string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	ref, ok := t.desired[device]
	if ok {
		delete(t.desired, device)
		ref.Release()
	}
	return ok
}

func (t *table) list() (out []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for device, ref := range t.desired {
		out = append(out, fmt.Sprintf("%s v%d %d", device, ref.Value().version, len(ref.Value().props)))
	}
	sort.Strings(out)
	return out
}

func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for device, ref := range t.desired {
		ref.Release()
		delete(t.desired, device)
	}
}

func main() {
	t := newTable()
	defer t.close()
	fmt.Println(t.replace("lamp", "on=1 dim=40"), t.replace("fan", "speed"), t.replace("door", "lock=1"))
	fmt.Println(t.merge("lamp", "dim=20"), t.merge("oven", "heat=9"))
	fmt.Println(t.replace("lamp", "on=0"), t.remove("door"), t.remove("door"))
	fmt.Println(t.list(), t.changes)
}
