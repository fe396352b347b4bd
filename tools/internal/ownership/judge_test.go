package ownership_test

import (
	"regexp"
	"slices"
	"testing"
)

// What a case expects is exact, in both directions: a report that is not
// expected fails, and so does a known shortcoming that is one no longer.
func TestJudge_KnownShortcomingsAreExact(t *testing.T) {
	at := func(line int, pattern string) expectation { return expectation{line, regexp.MustCompile(pattern)} }
	leak := at(4, "leak: ")
	const unexpected = "dir/false.go:4:2: unexpected diagnostic: leak: event is not released"
	tests := []struct {
		name       string
		testCase   testCase
		complaints []string
		want       []string
	}{
		{name: "nothing expected, nothing reported"},
		{name: "an unexpected report", complaints: []string{unexpected}, want: []string{unexpected}},
		{name: "a known false report", testCase: testCase{wrong: []expectation{leak}}, complaints: []string{unexpected}},
		{
			name:       "a false report of another category",
			testCase:   testCase{file: "dir/false.go", wrong: []expectation{at(4, "escape: ")}},
			complaints: []string{unexpected},
			want:       []string{unexpected, `false.go:4: the false report "escape: " is not made any more, delete the comment`},
		},
		{
			name:     "a false report that is gone",
			testCase: testCase{file: "dir/false.go", wrong: []expectation{leak}},
			want:     []string{`false.go:4: the false report "leak: " is not made any more, delete the comment`},
		},
		{name: "a known miss", testCase: testCase{missed: &leak}},
		{
			name:       "a miss that is found",
			testCase:   testCase{missed: &leak},
			complaints: []string{unexpected},
			want:       []string{"dir/false.go:4: is found now, change the comment from missed to want: leak: event is not released"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.testCase.judge(test.complaints); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
