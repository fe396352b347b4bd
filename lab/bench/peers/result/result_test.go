package result_test

import (
	"bytes"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

func sample() result.Result {
	r := result.Result{
		Run:     summary.Run{Date: "2026-11-20", Command: "go run ./x"},
		Peers:   []result.Peer{{Name: "sync", Title: "sync.Pool"}, {Name: "grpc", Title: "grpc", Bytes: true, Module: "g", Version: "v1"}},
		Misuses: []result.Misuse{{Name: "leak", Title: "forget"}, {Name: "retain", Title: "retain late"}},
		Cells: []result.Cell{
			{Peer: "sync", Misuse: "leak", Outcome: result.Unnoticed, Race: result.Race},
			{Peer: "grpc", Misuse: "leak", Outcome: result.Corrupts, Repeated: true, RepeatedSaid: "a leak", Said: "nothing", Race: result.Corrupts},
			{Peer: "grpc", Misuse: "retain", Outcome: result.Offender},
		},
	}
	return r
}

func TestResult_ReadsWhatItWrites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mistakes.json")
	if err := summary.WriteFile(file, sample().Write); err != nil {
		t.Fatal(err)
	}
	var got result.Result
	if err := summary.ReadJSON(file, &got); err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("read %+v, %v", got, err)
	}
}

func TestSummary_LeavesOutWhatWasPrinted(t *testing.T) {
	var text bytes.Buffer
	all := sample()
	if err := all.Summary().Write(&text); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "said") || !strings.Contains(text.String(), `"repeated":true`) {
		t.Errorf("it is\n%s", &text)
	}
	if all.Summary().Section() != all.Section() {
		t.Error("the section is another one")
	}
	if all.Cells[1].Said == "" {
		t.Error("the result has changed")
	}
}

func TestSection(t *testing.T) {
	section := sample().Section()
	for _, want := range []string{
		"`go run ./x`",
		"| forget | unnoticed<br>`-race`: **race found** |\n",
		"| forget | corrupts, **sampled** |\n",
		"| retain late | – |\n",
	} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is not in\n%s", want, section)
		}
	}
	if got := sample().Versions(); got != "g v1" {
		t.Errorf("versions %q", got)
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
