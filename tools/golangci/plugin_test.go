package golangci_test

import (
	"reflect"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/golangci"
)

func TestPlugin_IsRegisteredAndNeedsTypes(t *testing.T) {
	create, err := register.GetPlugin("rcvet")
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := create(map[string]any{"apis": []any{map[string]any{"package": "example.com/m", "acquire": []any{"Get"}, "release": []any{"Put"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if mode := plugin.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", mode)
	}
	analyzers, err := plugin.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if len(analyzers) != 1 || analyzers[0].Name != "rcvet" {
		t.Errorf("analyzers %v", analyzers)
	}
	if err := analysis.Validate(analyzers); err != nil {
		t.Error(err)
	}
}

func TestPlugin_RefusesUnknownSettings(t *testing.T) {
	if _, err := golangci.New(map[string]any{"no such setting": 1}); err == nil {
		t.Error("no error")
	}
}

func TestWithoutRelated_LeavesTheRest(t *testing.T) {
	a := &analysis.Analyzer{Name: "a", Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Pos: 1, Category: "leak", Message: "leak: lost", Related: []analysis.RelatedInformation{{Pos: 1, Message: "acquired here"}}})
		return "result", nil
	}}
	var got []analysis.Diagnostic
	result, err := golangci.WithoutRelated(a).Run(&analysis.Pass{Report: func(d analysis.Diagnostic) { got = append(got, d) }})
	if err != nil || result != "result" {
		t.Errorf("%v, %v", result, err)
	}
	if want := []analysis.Diagnostic{{Pos: 1, Category: "leak", Message: "leak: lost"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
