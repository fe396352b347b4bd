package analyzer

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/ownership"
	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// Analyzer is rcvet with the built-in table of APIs. It has these flags:
//
//   - -config adds APIs to the table, and says what is not reported. Its value is
//     the path of a JSON file, or the JSON itself; see [Config].
//   - -disable lists categories that are not reported, with commas between them;
//     leak:arrow is a category of one API.
//   - -tests=false leaves out the reports in files of tests.
//   - -unfinished reports the functions that have more paths than are followed, too.
//   - -debug prints how the analyzer walks a function, and what callers know of
//     it. It is for people who change the analyzer.
//   - -std checks the packages of the standard library too.
var Analyzer = New(Config{})

const doc = `find mistakes in reference counting

Reports references that leak, are released twice, or are used after their
release; borrowed objects that escape; and resets that miss a field. It knows
rcpool, sync.Pool, arrow, grpc's mem, fasthttp, bytebufferpool, and types with
the methods IncRef and DecRef. A configuration file can add more APIs.`

// New returns an analyzer that knows the APIs of config and the built-in ones.
// It has the flags of [Analyzer]; the flag -config adds to config. An API of
// config that is not valid makes each run of the analyzer fail; [ParseConfig]
// checks its APIs, so a Config from there never does.
func New(config Config) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:      "rcvet",
		Doc:       doc,
		URL:       mistake.Documentation,
		FactTypes: ownership.FactTypes(),
	}
	var more Config
	a.Flags.Func("config", "add the APIs of a JSON `file`, or of the JSON itself", func(value string) (err error) {
		more, err = readConfig(value)
		return err
	})
	debug := a.Flags.String("debug", "", "print the states and the summary of a `function`, name or Type.name, to standard error")
	var disabled []string
	a.Flags.Func("disable", "do not report these `categories`, with commas between them", func(value string) error {
		disabled = strings.Split(value, ",")
		return checkCategories(disabled)
	})
	tests := a.Flags.Bool("tests", true, "report mistakes in files of tests")
	unfinished := a.Flags.Bool("unfinished", false, "report the functions that have more paths than are followed, too")
	std := a.Flags.Bool("std", false, "check the packages of the standard library too")
	a.Run = func(pass *analysis.Pass) (any, error) {
		if api.InStandardLibrary(pass.Pkg.Path()) && !*std {
			return nil, nil
		}
		return nil, ownership.Check(pass, ownership.Options{
			APIs:       append(more.engine(), config.engine()...),
			Disabled:   slices.Concat(disabled, more.Disable, config.Disable),
			SkipTests:  !*tests || more.SkipTests || config.SkipTests,
			Unfinished: *unfinished,
			Debug:      *debug,
		})
	}
	return a
}
