package rcpool_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
)

// releasesTwice is called by package encoding/json, and so has that package's
// frames between itself and the test.
type releasesTwice struct{ ref rcpool.Ref[message] }

func (r releasesTwice) MarshalJSON() ([]byte, error) {
	r.ref.Release()
	return []byte("null"), nil
}

func TestHideFrames(t *testing.T) {
	stack := func() string {
		p := rcpool.Pool[message]{}
		r := p.Get()
		r.Release()
		misuse, _ := panics(func() { json.Marshal(releasesTwice{r}) }).(*rcpool.Misuse)
		if misuse == nil {
			t.Fatal("no misuse")
		}
		return misuse.MisusedAt.String()
	}
	const name = "encoding/json."
	if got := stack(); !strings.Contains(got, name) {
		t.Fatalf("%q is missing in\n%s", name, got)
	}
	showFirst := rcpool.HideFrames("encoding/json")
	showSecond := rcpool.HideFrames("encoding/json")
	showFirst()
	showFirst() // undoes only its own call
	if got := stack(); strings.Contains(got, name) || !strings.Contains(got, t.Name()) {
		t.Errorf("with encoding/json hidden the stack is\n%s", got)
	}
	showSecond()
	if got := stack(); !strings.Contains(got, name) {
		t.Errorf("%q is missing after it is shown again:\n%s", name, got)
	}
}

func TestHideFrames_DotsInThePath(t *testing.T) {
	defer rcpool.HideFrames("gopkg.in/yaml.v3")()
	if !rcpool.Hidden("gopkg.in/yaml%2ev3.Marshal") || rcpool.Hidden("gopkg.in/yaml.Marshal") {
		t.Error("the path of the package is not escaped as the linker does it")
	}
}
