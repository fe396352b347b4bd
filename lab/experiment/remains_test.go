package experiment

import (
	"maps"
	"testing"

	"github.com/rcpool/rcpool/tools/allocation"
)

func TestByLibrary(t *testing.T) {
	record := func(bytes, objects float64, functions ...string) allocation.Record {
		r := allocation.Record{Allocated: Allocated{Bytes: bytes, Objects: objects}}
		for _, f := range functions {
			r.Stack = append(r.Stack, allocation.Frame{Function: f})
		}
		return r
	}
	p := &allocation.Profile{Period: 1, Records: []allocation.Record{
		record(1000, 10, "strings.(*Builder).grow", "encoding/json.(*decodeState).object", "github.com/rcpool/rcpool/lab/service.(*service).quote", "net/http.(*conn).serve"),
		record(80, 5, "github.com/bytedance/sonic.decode"),
		record(32, 2, "runtime.malg"),
		record(70, 7, "runtime/pprof.writeHeap", "net/http/pprof.Index"),
	}}
	got, err := byLibrary(p)
	if err != nil {
		t.Fatal(err)
	}
	if want := map[Library]Allocated{JSON: {Bytes: 1080, Objects: 15}, Other: {Bytes: 32, Objects: 2}}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	p.Period = 512 << 10
	if _, err := byLibrary(p); err == nil {
		t.Error("a sample was taken for all allocations")
	}
}
