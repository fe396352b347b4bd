//go:build grafana

package monitoring_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The schema of Grafana is TypeScript, in a package that is released with it. As a
// literal of its types, the dashboard is valid: fields that do not exist, those that
// are missing, and wrong values are all errors of the compiler.
func TestDashboard_IsWhatGrafanaReads(t *testing.T) {
	directory := t.TempDir()
	run := func(name string, args ...string) (string, error) {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = directory
		text, err := c.CombinedOutput()
		return string(text), err
	}
	if text, err := run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix=.", "@grafana/schema@"+image(t, "grafana/grafana"), "typescript@5.9.3"); err != nil {
		t.Fatalf("npm install: %v\n%s", err, text)
	}
	check := func(text string) (string, error) {
		if err := os.WriteFile(filepath.Join(directory, "dashboard.ts"), []byte(literals(t, text)), 0o600); err != nil {
			t.Fatal(err)
		}
		return run("node_modules/.bin/tsc", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "dashboard.ts")
	}
	valid := string(read(t, repository, "deploy", "grafana", "rcpool.json"))
	if text, err := check(valid); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	for right, wrong := range map[string]string{
		`"schemaVersion"`:      `"schemaVersions"`,
		`"colorMode": "value"`: `"colorMode": "values"`,
		`"expr"`:               `"query"`,
		`"lineWidth": 1`:       `"lineWidth": "1"`,
		`"unit"`:               `"units"`,
	} {
		if !strings.Contains(valid, right) {
			t.Fatalf("there is no %s", right)
		}
		if text, err := check(strings.ReplaceAll(valid, right, wrong)); err == nil {
			t.Errorf("%s is not noticed: %s", wrong, text)
		}
	}
}

// image returns the tag of an image in compose.yaml.
func image(t *testing.T, name string) string {
	t.Helper()
	_, tag, found := strings.Cut(string(read(t, repository, "deploy", "compose.yaml")), "image: "+name+":")
	if !found {
		t.Fatalf("there is no image %s", name)
	}
	tag, _, _ = strings.Cut(tag, "\n")
	return tag
}

// schema imports the types. In JSON the members of an enum are plain values. The type
// of a query is that of the package @grafana/prometheus, which needs a hundred others.
const schema = `
import type { Dashboard, Panel } from '@grafana/schema/dist/esm/raw/dashboard/x/Dashboard_types.gen';
import type { DataQuery } from '@grafana/schema';
import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';

type Plain<T> =
  T extends string ? ` + "`${T}`" + ` :
  T extends number | boolean | null | undefined ? T :
  T extends (infer E)[] ? Plain<E>[] :
  unknown extends T ? T :
  T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

interface PromQuery extends DataQuery {
  expr: string;
  editorMode?: 'builder' | 'code';
  exemplar?: boolean;
  format?: 'time_series' | 'table' | 'heatmap';
  instant?: boolean;
  intervalFactor?: number;
  legendFormat?: string;
  range?: boolean;
}

type Defaults = NonNullable<Panel['fieldConfig']>['defaults'];
type PanelOf<Options, Custom> = Plain<Omit<Panel, 'options' | 'fieldConfig' | 'targets'> & {
  options: Options;
  fieldConfig: { defaults: Omit<Defaults, 'custom'> & { custom?: Custom }; overrides: [] };
  targets: PromQuery[];
}>;
type PanelTypes = {
  stat: PanelOf<stat.Options, {}>;
  timeseries: PanelOf<timeseries.Options, timeseries.FieldConfig>;
};
`

// literals returns the dashboard and its panels as literals of the types of the schema.
func literals(t *testing.T, dashboard string) string {
	t.Helper()
	var whole map[string]json.RawMessage
	if err := json.Unmarshal([]byte(dashboard), &whole); err != nil {
		t.Fatal(err)
	}
	var panels []json.RawMessage
	if err := json.Unmarshal(whole["panels"], &panels); err != nil {
		t.Fatal(err)
	}
	delete(whole, "panels")
	rest, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	text := schema + fmt.Sprintf("export const dashboard: Plain<Omit<Dashboard, 'panels'>> = %s;\n", rest)
	for i, panel := range panels {
		var its struct{ Type string }
		if err := json.Unmarshal(panel, &its); err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("export const panel%d: PanelTypes['%s'] = %s;\n", i, its.Type, panel)
	}
	return text
}
