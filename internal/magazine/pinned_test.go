//go:build !race

package magazine

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The functions that pin the goroutine keep to what the comment at Cache asks of
// them, as compiled for the two most common processors. Package classic has
// an instance of Release.
func TestPinnedCode(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) {
			if testing.Short() && arch != runtime.GOARCH {
				t.Skip("compiles the packages that this one uses")
			}
			compile := exec.Command("go", "build", "-gcflags=-S", ".", "../store", "../..", "../../classic")
			compile.Env = append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0", "GOARCH="+arch)
			out, err := compile.CombinedOutput()
			if err != nil {
				t.Skipf("no go command to ask: %v", err)
			}
			var pinned []string
			for _, f := range functions(string(out)) {
				if !f.pins() || isPin.MatchString(f.name) {
					continue
				}
				pinned = append(pinned, f.name)
				if !f.nosplit && !isHot.MatchString(f.name) {
					t.Errorf("%s: is not marked go:nosplit", f.name)
				}
				for _, mistake := range f.mistakes() {
					t.Errorf("%s: %s", f.name, mistake)
				}
			}
			slices.Sort(pinned)
			pinned = slices.Compact(pinned) // of the instances
			want := []string{"(*Store).Get", "(*Store).Put", "(*Store).count", "(*Store).refill", "(*Store).resize", "(*Store).spill", "(*pool).get", "Ref[T].Release", "move"}
			if !slices.Equal(pinned, want) {
				t.Errorf("pinned code is in %q, want %q", pinned, want)
			}
		})
	}
}

var (
	isPin = regexp.MustCompile(`^[Pp]in$`)                              // what is inlined into the others
	isHot = regexp.MustCompile(`^(\(\*pool\)\.get|Ref\[T\]\.Release)$`) // grows the stack before it pins
)

func TestPinnedCode_MistakesAreNoticed(t *testing.T) {
	for name, test := range map[string]struct {
		code string
		want string
	}{
		"correct": {`
f STEXT nosplit size=9
	0x0000 00000 (f.go:1)	CALL	runtime.procPin(SB)
	0x0001 00001 (f.go:1)	JEQ	3
	0x0002 00002 (f.go:1)	CALL	runtime.gcWriteBarrier2(SB)
	0x0003 00003 (f.go:1)	CALL	runtime.procUnpin(SB)
	0x0004 00004 (f.go:1)	CALL	g(SB)
	0x0005 00005 (f.go:1)	RET
`, ""},
		"correct, and grows the stack before": {`
f STEXT size=9
	0x0000 00000 (f.go:1)	JLS	5
	0x0001 00001 (f.go:1)	CALL	runtime.procPin(SB)
	0x0003 00003 (f.go:1)	CALL	runtime.procUnpin(SB)
	0x0004 00004 (f.go:1)	RET
	0x0005 00005 (f.go:1)	CALL	runtime.morestack_noctxt(SB)
	0x0006 00006 (f.go:1)	JMP	0
`, ""},
		"grows the stack": {`
f STEXT size=9
	0x0000 00000 (f.go:1)	CALL	runtime.procPin(SB)
	0x0001 00001 (f.go:1)	CALL	runtime.morestack_noctxt(SB)
	0x0002 00002 (f.go:1)	CALL	runtime.procUnpin(SB)
	0x0003 00003 (f.go:1)	RET
`, "CALL runtime.morestack_noctxt(SB)"},
		"calls": {`
f STEXT nosplit size=9
	0x0000 00000 (f.go:1)	CALL	runtime.procPin(SB)
	0x0001 00001 (f.go:1)	CBZ	R2, 4
	0x0002 00002 (f.go:1)	CALL	runtime.procUnpin(SB)
	0x0003 00003 (f.go:1)	RET	(R30)
	0x0004 00004 (f.go:1)	CALL	runtime.panicIndex(SB)
	0x0005 00005 (f.go:1)	JMP	2
`, "CALL runtime.panicIndex(SB)"},
		"calls through a pointer": {`
f STEXT nosplit size=9
	0x0000 00000 (f.go:1)	CALL	runtime.procPin(SB)
	0x0001 00001 (f.go:1)	CALL	AX
	0x0002 00002 (f.go:1)	CALL	runtime.procUnpin(SB)
	0x0003 00003 (f.go:1)	RET
`, "CALL AX"},
		"goes elsewhere": {`
f STEXT nosplit size=9
	0x0000 00000 (f.go:1)	CALL	runtime.procPin(SB)
	0x0001 00001 (f.go:1)	JMP	g(SB)
	0x0002 00002 (f.go:1)	CALL	runtime.procUnpin(SB)
`, "JMP g(SB)"},
		"stays pinned": {`
f STEXT nosplit size=9
	0x0000 00000 (f.go:1)	CALL	runtime.procPin(SB)
	0x0001 00001 (f.go:1)	TBNZ	$0, R1, 3
	0x0002 00002 (f.go:1)	CALL	runtime.procUnpin(SB)
	0x0003 00003 (f.go:1)	RET
`, "RET"},
	} {
		fs := functions(test.code)
		if len(fs) != 1 || !fs[0].pins() {
			t.Fatalf("%s: %d functions", name, len(fs))
		}
		if got := strings.Join(fs[0].mistakes(), ", "); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// A function is one in the listing that the compiler prints with -S.
type function struct {
	name    string
	nosplit bool
	code    []instruction
}

type instruction struct {
	at     int
	op     string
	target string // and all other operands
}

var (
	functionLine    = regexp.MustCompile(`^(?:[^\[]*/(?:magazine|store|rcpool|classic)\.)?(.+?) STEXT (.*)size=`)
	typeArgument    = regexp.MustCompile(`\[go\.shape\..*\]`)
	instructionLine = regexp.MustCompile(`^\t0x[0-9a-f]+ (\d+) \([^\t]*\)\t(\S+)(?:\t(.*))?$`)
)

func functions(listing string) (all []function) {
	for line := range strings.Lines(listing) {
		line = strings.TrimRight(line, "\n")
		if m := functionLine.FindStringSubmatch(line); m != nil {
			all = append(all, function{name: typeArgument.ReplaceAllString(m[1], "[T]"), nosplit: strings.Contains(m[2], "nosplit")})
		} else if m := instructionLine.FindStringSubmatch(line); m != nil && len(all) > 0 {
			f := &all[len(all)-1]
			at, _ := strconv.Atoi(m[1])
			f.code = append(f.code, instruction{at, m[2], m[3]})
		}
	}
	return all
}

func (i instruction) calls(function string) bool {
	return i.op == "CALL" && strings.HasPrefix(i.target, function)
}

func (f *function) pins() bool {
	return slices.ContainsFunc(f.code, func(i instruction) bool { return i.calls("runtime.procPin(SB)") })
}

// mistakes follows every path from procPin to procUnpin, and returns what must
// not be there.
func (f *function) mistakes() (all []string) {
	seen := map[int]bool{}
	var follow func(n int)
	follow = func(n int) {
		for ; n < len(f.code) && !seen[n]; n++ {
			seen[n] = true
			i := f.code[n]
			switch {
			case i.calls("runtime.procUnpin(SB)"):
				return
			case i.calls("runtime.gcWriteBarrier"):
			case i.op == "CALL" || i.op == "RET" || strings.HasPrefix(i.op, "DUFF"):
				all = append(all, strings.TrimSpace(i.op+" "+i.target))
				return
			case jump.MatchString(i.op):
				to, ok := f.find(i.target)
				if !ok {
					all = append(all, i.op+" "+i.target)
					return
				}
				if i.op == "JMP" {
					n = to - 1
				} else {
					follow(to)
				}
			}
		}
	}
	for n, i := range f.code {
		if i.calls("runtime.procPin(SB)") {
			follow(n + 1)
		}
	}
	return all
}

// jump matches the instructions that go elsewhere: J.. of amd64; JMP, B.., CB..
// and TB.. of arm64.
var jump = regexp.MustCompile(`^(J[A-Z]+|B(EQ|NE|HS|HI|LO|LS|GE|GT|LE|LT|MI|PL|VS|VC|CS|CC)?|C?BN?ZW?|TBN?Z)$`)

// find returns the index of the instruction that a jump goes to: its last operand.
func (f *function) find(target string) (int, bool) {
	at, err := strconv.Atoi(strings.TrimSpace(target[strings.LastIndex(target, ",")+1:]))
	if err != nil {
		return 0, false
	}
	n := slices.IndexFunc(f.code, func(i instruction) bool { return i.at == at })
	return n, n >= 0
}
