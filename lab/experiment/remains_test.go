package experiment

import (
	"maps"
	"strings"
	"testing"
)

func TestByLibrary(t *testing.T) {
	got, err := byLibrary(strings.NewReader(`heap profile: 1: 2 [3: 4] @ heap/2
0: 0 [10: 1000] @ 0x1 0x2
#	0x1	strings.(*Builder).grow+0x1	/go/src/strings/builder.go:68
#	0x2	encoding/json.(*decodeState).object+0x2	/go/src/encoding/json/decode.go:700
#	0x3	github.com/rcpool/rcpool/lab/service.(*service).quote+0x3	quote.go:30
#	0x4	net/http.(*conn).serve+0x4	/go/src/net/http/server.go:2000

1: 16 [5: 80] @ 0x5
#	0x5	github.com/bytedance/sonic.decode+0x5	sonic.go:1

2: 32 [2: 32] @ 0x6
#	0x6	runtime.malg+0x6	/go/src/runtime/proc.go:1

7: 70 [7: 70] @ 0x7
#	0x7	runtime/pprof.writeHeap+0x7	pprof.go:1
#	0x8	net/http/pprof.Index+0x8	pprof.go:1

# runtime.MemStats
# Alloc = 5
`))
	if err != nil {
		t.Fatal(err)
	}
	if want := map[Library]Allocated{JSON: {1080, 15}, Other: {32, 2}}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if _, err := byLibrary(strings.NewReader("heap profile: 1: 2 [3: 4] @ heap/1048576\n")); err == nil {
		t.Error("a sample was taken for all allocations")
	}
}
