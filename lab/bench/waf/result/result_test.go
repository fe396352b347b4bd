package result_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/waf/result"
)

func sample() result.Result {
	r := result.Result{Schema: result.Schema, Requests: 1000, Concurrency: 10, Rounds: 3, Path: "/?a=1&b=2", CPU: "some"}
	for round, seconds := range []float64{1, 2, 4} {
		for i, v := range result.Variants {
			r.Runs = append(r.Runs, result.Run{Round: round + 1, Variant: v.Name, Seconds: seconds / float64(i+1), Mallocs: 2000})
		}
	}
	return r
}

func TestResult_ReadsWhatItWrites(t *testing.T) {
	var file bytes.Buffer
	if err := sample().Write(&file); err != nil {
		t.Fatal(err)
	}
	got, err := result.Read(&file)
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("read %+v, %v", got, err)
	}
	if _, err := result.Read(strings.NewReader(`{"schema": "another"}`)); err == nil {
		t.Error("read another schema")
	}
}

func TestSection_TellsMediansAndRatios(t *testing.T) {
	section := sample().Section()
	for _, want := range []string{
		"| requests a second | 500 (250–1000) | 1000 (500–2000) | 1500 (750–3000) |",
		"| requests a second | × 2.000 (2.000–2.000) | × 3.000 (3.000–3.000) |",
		"| allocations a request | 2 (2–2) |",
		"| peak resident set, MB | – | – | – |", // the system did not tell
	} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is not in\n%s", want, section)
		}
	}
}
