// Package golangci makes rcvet a linter of golangci-lint, as a module plugin:
// a golangci-lint that was built with this package, by "golangci-lint custom",
// knows a linter named rcvet. Its settings are what rcvet.json holds, in YAML.
//
// See https://golangci-lint.run/docs/plugins/module-plugins.
package golangci

import (
	"encoding/json"
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/analyzer"
)

func init() { register.Plugin("rcvet", New) }

// New returns the plugin for settings, a map, or nil if there are none. It
// fails if they are no configuration of rcvet.
func New(settings any) (register.LinterPlugin, error) {
	config := analyzer.Config{}
	if settings != nil {
		text, err := json.Marshal(settings)
		if err != nil {
			return nil, fmt.Errorf("rcvet: settings: %w", err)
		}
		if config, err = analyzer.ParseConfig(text); err != nil {
			return nil, fmt.Errorf("rcvet: settings: %w", err)
		}
	}
	return plugin{config}, nil
}

type plugin struct{ config analyzer.Config }

func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{WithoutRelated(analyzer.New(p.config))}, nil
}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// WithoutRelated returns an analyzer that reports what a does, without related
// positions: golangci-lint takes each of them for an issue of its own. The
// messages of rcvet name the lines.
func WithoutRelated(a *analysis.Analyzer) *analysis.Analyzer {
	bare := *a
	bare.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&inner)
	}
	return &bare
}
