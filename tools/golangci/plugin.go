// Package golangci makes rcvet a linter of golangci-lint, as a module plugin.
// Build a golangci-lint with this package by "golangci-lint custom"; it then has a
// linter named rcvet. Its settings are the keys of rcvet.json, in YAML.
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

// New returns the plugin for settings, which is a map, or nil if there are none.
// It fails if the settings are not a configuration of rcvet.
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

// WithoutRelated returns an analyzer that makes the reports of a, without related
// positions: golangci-lint would count each one as an issue. The messages of rcvet
// name the lines.
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
