package term_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// An Ordered and its copies have what maps have that change in the same ways.
func TestOrdered_IsAMapInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		all := []*term.Ordered[int, int]{{}}
		want := []map[int]int{{}}
		for range 60 {
			k, key, value := random.IntN(len(all)), random.IntN(12), random.Int()
			switch random.IntN(6) {
			case 0:
				clone := all[k].Clone()
				all, want = append(all, &clone), append(want, maps.Clone(want[k]))
			case 1:
				all[k].Delete(key)
				delete(want[k], key)
			default:
				all[k].Set(key, value)
				want[k][key] = value
			}
			for k := range all {
				isSame(t, all[k], want[k])
			}
		}
	}
}

func isSame(t *testing.T, m *term.Ordered[int, int], want map[int]int) {
	t.Helper()
	var keys []int
	for key, value := range m.All() {
		keys = append(keys, key)
		if value != want[key] || m.At(key) != value {
			t.Fatalf("%d has the value %d and %d, want %d", key, value, m.At(key), want[key])
		}
	}
	if !slices.Equal(keys, slices.Sorted(maps.Keys(want))) || m.Len() != len(want) {
		t.Fatalf("the keys are %v, %d of them, want those of %v", keys, m.Len(), want)
	}
}

// Who goes through an Ordered may change it: what is deleted is not met any more, what changes is met as
// it is then, and what is added is not met.
func TestOrdered_ChangesWhileItIsGoneThrough(t *testing.T) {
	var m term.Ordered[int, int]
	for key := range 5 {
		m.Set(key, key)
	}
	var clone term.Ordered[int, int]
	var met []int
	for key, value := range m.All() {
		met = append(met, value)
		if key == 1 {
			clone = m.Clone()
			m.Delete(2)
			m.Set(3, 30)
			m.Set(7, 7)
		}
	}
	if want := []int{0, 1, 30, 4}; !slices.Equal(met, want) {
		t.Errorf("met %v, want %v", met, want)
	}
	m.Set(0, 10)
	isSame(t, &m, map[int]int{0: 10, 1: 1, 3: 30, 4: 4, 7: 7})
	isSame(t, &clone, map[int]int{0: 0, 1: 1, 2: 2, 3: 3, 4: 4})
}
