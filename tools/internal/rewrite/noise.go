package rewrite

import "fmt"

// noise: calls that have nothing to do with the rest of the program.
var noise = Rewriting{
	Name:  "unrelated calls",
	About: "calls that count, log, lock or start goroutines are put between statements",
	sites: func(s *source) (sites []site) {
		kinds := []struct {
			call    string // with the name of what the helper declares
			helper  string
			imports []string
		}{
			{"%s()", "var %[1]sCount atomic.Int64\n\nfunc %[1]s() { %[1]sCount.Add(1) }", []string{"sync/atomic"}},
			{"%s(\"step\")", "var (\n%[1]sLock sync.Mutex\n%[1]sCounts = map[string]int{}\n)\n\nfunc %[1]s(what string) {\n%[1]sLock.Lock()\ndefer %[1]sLock.Unlock()\n%[1]sCounts[what]++\n}", []string{"sync"}},
			{"%s.Printf(\"at %%d\", 1)", "var %[1]s = log.New(io.Discard, \"\", 0)", []string{"io", "log"}},
			{"%s()", "func %[1]s() {\nvar group sync.WaitGroup\nvar n atomic.Int64\nfor range 2 {\ngroup.Add(1)\ngo func() {\ndefer group.Done()\nn.Add(1)\n}()\n}\ngroup.Wait()\n}", []string{"sync", "sync/atomic"}},
			{"%s(\"done\")", "var %[1]s = func(string) {}", nil},
			{"if err := %s(); err != nil {\npanic(err)\n}", "func %[1]s() error { return nil }", nil},
		}
		for i := range kinds {
			name := s.fresh("noise")
			kinds[i].call = fmt.Sprintf(kinds[i].call, name)
			kinds[i].helper = fmt.Sprintf(kinds[i].helper, name)
		}
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					kind := kinds[len(sites)%len(kinds)]
					sites = append(sites, site{
						edits:   []edit{insert(st.Pos(), "%s\n", kind.call)},
						imports: kind.imports,
						helpers: []string{kind.helper},
					})
				}
			}
		}
		return sites
	},
}
