//go:build prometheus

package monitoring_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"gopkg.in/yaml.v3"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/metrics/rcprom"
)

// promtool runs promtool, which must have nothing to say against the input.
func promtool(t *testing.T, stdin []byte, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "promtool", args...)
	cmd.Stdin = bytes.NewReader(stdin)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, text)
	}
}

func TestPromtool_Rules(t *testing.T) {
	promtool(t, nil, "check", "rules", "--lint-fatal", rulesFile)
	promtool(t, nil, "test", "rules", strings.TrimSuffix(rulesFile, "yml")+"test.yml")
}

// The files that the rules are named by are places in containers: package manifests
// looks for them.
func TestPromtool_Configurations(t *testing.T) {
	for _, file := range []string{"prometheus/compose.yml", "kubernetes/prometheus.yml"} {
		promtool(t, nil, "check", "config", "--lint-fatal", "--syntax-only", filepath.Join(repository, "deploy", filepath.FromSlash(file)))
	}
}

// The tests of the rules have a firing and a silent moment for each alert.
func TestPromtool_EveryAlertIsTested(t *testing.T) {
	type check struct {
		Alertname string
		ExpAlerts []any `yaml:"exp_alerts"`
	}
	var file struct {
		Tests []struct {
			AlertRuleTest []check `yaml:"alert_rule_test"`
		}
	}
	if err := yaml.Unmarshal(read(t, strings.TrimSuffix(rulesFile, "yml")+"test.yml"), &file); err != nil {
		t.Fatal(err)
	}
	fires, silent := map[string]bool{}, map[string]bool{}
	for _, test := range file.Tests {
		for _, c := range test.AlertRuleTest {
			if len(c.ExpAlerts) > 0 {
				fires[c.Alertname] = true
			} else {
				silent[c.Alertname] = true
			}
		}
	}
	for _, r := range rules(t) {
		if r.Alert != "" && !(fires[r.Alert] && silent[r.Alert]) {
			t.Errorf("%s is tested firing: %v, silent: %v", r.Alert, fires[r.Alert], silent[r.Alert])
		}
	}
}

func TestPromtool_Metrics(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	p := rcpool.Pool[[64]byte]{Name: "promtool"}
	r := p.Get()
	r.Release()
	func() {
		defer func() { _ = recover() }()
		rcpool.Ref[[64]byte]{}.Release()
	}()
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(rcprom.NewCollector())
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if !strings.Contains(w.Body.String(), "rcpool_reports_total{") {
		t.Errorf("the page lacks reports:\n%s", w.Body)
	}
	promtool(t, w.Body.Bytes(), "check", "metrics")
}

// Prometheus parses every expression of the dashboard, as recording rules.
func TestPromtool_Dashboard(t *testing.T) {
	type recording struct {
		Record string `yaml:"record"`
		Expr   string `yaml:"expr"`
	}
	var all []recording
	for _, p := range readDashboard(t).Panels {
		for _, target := range p.Targets {
			expr := regexp.MustCompile(`\$__\w+`).ReplaceAllString(target.Expr, "5m") // other variables are in strings
			all = append(all, recording{"panel", expr})
		}
	}
	for i := range all {
		all[i].Record += strings.Repeat("_", i) // promtool counts twins as problems
	}
	text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": "dashboard", "rules": all}}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dashboard.yml")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	promtool(t, nil, "check", "rules", "--lint-fatal", file)
}
