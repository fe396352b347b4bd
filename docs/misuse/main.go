// Command misuse writes docs/misuse.md: it makes every mistake there is, and
// writes down what was reported.
//
//	go run -trimpath ./docs/misuse > docs/misuse.md
//	go run ./lab/bench/report -from-summary
//
// The second command writes what checking costs into the page. -trimpath keeps
// the paths of the machine out of the stacks. The program runs itself once more
// under the race detector, which needs a C compiler.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

//go:embed bugs.go
var source string

//go:embed head.md
var head string

//go:embed tail.md
var tail string

var bugs = []struct {
	kind rcpool.Kind
	name string
	make func()
}{
	{rcpool.DoubleRelease, "doubleRelease", doubleRelease},
	{rcpool.StaleRetain, "staleRetain", staleRetain},
	{rcpool.UseAfterRelease, "useAfterRelease", useAfterRelease},
	{rcpool.Leak, "leak", leak},
	{rcpool.LateWrite, "lateWrite", lateWrite},
	{rcpool.KeptPointer, "keptPointer", keptPointer},
	{rcpool.DirtyReset, "dirtyReset", dirtyReset},
	{rcpool.ResetPanic, "resetPanic", resetPanic},
	{rcpool.TooManyRefs, "tooManyRefs", tooManyRefs},
	{rcpool.DetachShared, "detachShared", detachShared},
	{rcpool.ZeroRef, "zeroRef", zeroRef},
	{rcpool.NilNew, "nilNew", nilNew},
}

func main() {
	log.SetFlags(0)
	race := flag.String("race", "", "for its own use: `what` to do in the build for the race detector")
	flag.Parse()
	switch *race {
	case "read":
		staleRead()
		return
	}
	if strings.Contains(site(), "/src/") || strings.HasPrefix(site(), "/") {
		log.Fatal("misuse: build with -trimpath: go run -trimpath ./docs/misuse > docs/misuse.md")
	}

	fmt.Print(head)
	for _, bug := range bugs {
		fmt.Printf("\n## %s\n\n`rcpool.%s`\n\n**Cause:** %s. **Cure:** %s.\n\n```go\n%s\n```\n\n```text\n%s```\n",
			title(bug.kind.String()), constant(bug.name), bug.kind.Cause(), bug.kind.Cure(), function(bug.name), report(bug.kind, bug.make))
	}
	fmt.Printf(tail, function("staleRead"), underRace("read"))
}

// report makes a mistake and returns what was reported.
func report(kind rcpool.Kind, mistake func()) string {
	rcpool.SetChecking(1)
	got := make(chan rcpool.Report, 1)
	rcpool.ForgetReports()
	rcpool.OnReport(func(r rcpool.Report) {
		if r.Kind == kind {
			select {
			case got <- r:
			default:
			}
		}
	})
	func() {
		defer func() { recover() }()
		mistake()
	}()
	for range 100 {
		select {
		case r := <-got:
			return tidy(r.String())
		case <-time.After(100 * time.Millisecond):
			runtime.GC() // finds what is to be found
		}
	}
	log.Fatalf("misuse: no report of a %s", kind)
	return ""
}

// tidy leaves out what is the same in every stack.
func tidy(text string) string {
	for _, frame := range []string{
		`  main\.report(\.func\d+)?\(\)\n.*\n`, `  main\.main\(\)\n.*\n`, `  runtime\.\w+\(\)\n.*\n`, `  testing\..*\(\)\n.*\n`,
	} {
		text = regexp.MustCompile(frame).ReplaceAllString(text, "")
	}
	return text
}

func underRace(what string) string {
	out, err := exec.Command("go", "run", "-race", "-trimpath", "./docs/misuse", "-race="+what).CombinedOutput()
	if err != nil && !strings.Contains(string(out), "DATA RACE") {
		log.Fatalf("misuse: under the race detector: %v\n%s", err, out)
	}
	text := regexp.MustCompile(`(?m)^exit status \d+\n`).ReplaceAllString(string(out), "")
	text = regexp.MustCompile(`0x[0-9a-f]{6,}`).ReplaceAllString(text, "0x00c000012345")
	return regexp.MustCompile(`\[go\.shape\..*\]`).ReplaceAllString(text, "[...]")
}

// function is the source of a function of bugs.go.
func function(name string) string {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "bugs.go", source, parser.ParseComments)
	if err != nil {
		log.Fatalf("misuse: %v", err)
	}
	var text strings.Builder
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if ok && f.Name.Name == name {
			text.WriteString(source[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset])
		}
	}
	formatted, err := format.Source([]byte(text.String()))
	if err != nil || text.Len() == 0 {
		log.Fatalf("misuse: no function %s: %v", name, err)
	}
	return string(formatted)
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func constant(function string) string { return title(function) }

func site() string {
	_, file, _, _ := runtime.Caller(0)
	return file
}

func init() { log.SetOutput(os.Stderr) }
