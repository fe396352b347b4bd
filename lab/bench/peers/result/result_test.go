package result_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
)

func sample() result.Result {
	r := result.Result{
		Schema:  result.Schema,
		Peers:   []result.Peer{{Name: "sync", Title: "sync.Pool"}, {Name: "grpc", Title: "grpc", Bytes: true, Module: "g", Version: "v1"}},
		Misuses: []result.Misuse{{Name: "leak", Title: "forget"}, {Name: "retain", Title: "retain late"}},
		Cells: []result.Cell{
			{Peer: "sync", Misuse: "leak", Outcome: result.Unnoticed, Race: result.Race},
			{Peer: "grpc", Misuse: "leak", Outcome: result.Corrupts, Repeated: "leak", Race: result.Corrupts},
			{Peer: "grpc", Misuse: "retain", Outcome: result.Offender},
		},
	}
	for round, ns := range []float64{10, 20, 60} {
		r.Benchmarks = append(r.Benchmarks,
			result.Benchmark{Round: round, Name: "Object", Peer: "sync", NsOp: ns},
			result.Benchmark{Round: round, Name: "Object", Peer: "other", NsOp: 2 * ns, Allocs: 1})
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

func TestSection(t *testing.T) {
	section := sample().Section()
	for _, want := range []string{
		"| sync.Pool | 20.0 (1.00×) |",
		"| other | 40.0 (2.00×) | 0.0 (0.00×) | 0.0 (0.00×) | 1 |",
		"| forget | unnoticed<br>`-race`: **race found** |\n",
		"| forget | corrupts, **sampled** |\n",
		"| retain late | – |\n",
		"Versions: g v1.",
	} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is not in\n%s", want, section)
		}
	}
}

func TestJudge(t *testing.T) {
	const (
		race   = "WARNING: DATA RACE\n  main.(*stage).finish()\n"
		blamed = "WARNING: DATA RACE\n  main.mistake()\n"
	)
	harm := result.Event{What: "harm", By: "Alice", Said: "reads another's"}
	innocent := result.Event{What: "panic", By: "Bob", Said: "freed"}
	offender := result.Event{What: "panic", By: "the culprit", Said: "twice"}
	for _, test := range []struct {
		name   string
		misuse result.Misuse
		events []result.Event
		stderr string
		want   result.Outcome
	}{
		{"nothing", result.Misuse{}, nil, "", result.Unnoticed},
		{"nothing, and that is good", result.Misuse{Prevented: true}, nil, "", result.Prevented},
		{"harm", result.Misuse{}, []result.Event{harm}, "", result.Corrupts},
		{"harm, then a panic of somebody else", result.Misuse{}, []result.Event{harm, innocent}, "", result.Innocent},
		{"a panic of somebody else, with a report", result.Misuse{}, []result.Event{{What: "report"}, innocent}, "", result.Innocent},
		{"a report of the place", result.Misuse{}, []result.Event{{What: "report", Blaming: true}, innocent}, "", result.Reported},
		{"a report", result.Misuse{}, []result.Event{harm, {What: "report"}}, "", result.Reported},
		{"the offender", result.Misuse{}, []result.Event{{What: "report", Blaming: true}, offender, innocent}, "", result.Offender},
		{"a race", result.Misuse{}, []result.Event{harm}, race, result.RaceInnocent},
		{"a race that names the place", result.Misuse{}, []result.Event{harm, innocent}, race + blamed, result.Race},
		{"leaks", result.Misuse{}, []result.Event{{What: "report", Blaming: true}, {What: "test"}}, "", result.Test},
	} {
		if got, _ := result.Judge(test.misuse, test.events, test.stderr); got != test.want {
			t.Errorf("%s: %q, and not %q", test.name, got, test.want)
		}
	}
}
