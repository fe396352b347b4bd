// truth: detach line 64 callee

// Command geofencedetach loads fences from text. Fences of VIP tenants leave
// the pool and stay loaded; the others live as long as a check.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type point struct{ x, y float64 }

type fence struct {
	tenant string
	corner []point
}

func (f *fence) Reset() { f.tenant, f.corner = "", f.corner[:0] }

func (f *fence) contains(p point) bool {
	inside := false
	for i, j := 0, len(f.corner)-1; i < len(f.corner); j, i = i, i+1 {
		a, b := f.corner[i], f.corner[j]
		if (a.y > p.y) != (b.y > p.y) && p.x < (b.x-a.x)*(p.y-a.y)/(b.y-a.y)+a.x {
			inside = !inside
		}
	}
	return inside
}

var fences = rcpool.Pool[fence]{Name: "geo.fences"}

type loader struct {
	recent rcpool.Ref[fence] // the last fence that was loaded, or zero
	vip    map[string]*fence
	isVIP  func(tenant string) bool
}

// remember keeps a reference to the fence in place of the one before.
func (l *loader) remember(ref *rcpool.Ref[fence]) {
	rcpool.Drop(&l.recent)
	l.recent = ref.Retain()
}

// load returns the fence for one check, or nil if it stays loaded.
func (l *loader) load(text string) (rcpool.Ref[fence], error) {
	ref := fences.Get()
	f := ref.Value()
	tenant, rest, _ := strings.Cut(text, ":")
	f.tenant = tenant
	for _, field := range strings.Fields(rest) {
		var p point
		if _, err := fmt.Sscanf(field, "%f,%f", &p.x, &p.y); err != nil {
			ref.Release()
			return rcpool.Ref[fence]{}, fmt.Errorf("%s: %q: %w", tenant, field, err)
		}
		f.corner = append(f.corner, p)
	}
	l.remember(&ref)
	if l.isVIP(tenant) {
		l.vip[tenant] = ref.Detach()
		return rcpool.Ref[fence]{}, nil
	}
	return ref, nil
}

func (l *loader) check(text string, p point) (bool, error) {
	ref, err := l.load(text)
	if err != nil {
		return false, err
	}
	if ref.IsZero() {
		tenant, _, _ := strings.Cut(text, ":")
		return l.vip[tenant].contains(p), nil
	}
	defer ref.Release()
	return ref.Value().contains(p), nil
}

func main() {
	l := &loader{vip: map[string]*fence{}, isVIP: func(t string) bool { return strings.HasPrefix(t, "vip-") }}
	for _, text := range []string{"shop:0,0 4,0 4,4 0,4", "depot:0,0 9,0 9,x", "yard:0,0 1,0 1,1"} {
		fmt.Println(l.check(text, point{2, 1}))
	}
	rcpool.Drop(&l.recent)
}
