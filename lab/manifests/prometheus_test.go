package manifests_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mustFind fails the test unless there are rules where the configuration of a
// Prometheus, which is in /etc/prometheus, looks for them.
func mustFind(t *testing.T, configuration string, files map[string]bool) {
	t.Helper()
	names := regexp.MustCompile(`(?m)^rule_files: \[(\S+)\]$`).FindStringSubmatch(configuration)
	if names == nil {
		t.Fatalf("there are no rule_files in\n%s", configuration)
	}
	name := names[1]
	if !path.IsAbs(name) {
		name = path.Join("/etc/prometheus", name)
	}
	if !files[name] {
		t.Errorf("the rules are to be in %s, and there are only %v", name, files)
	}
}

func TestKubernetes_PrometheusFindsItsRules(t *testing.T) {
	c := read(t, "kubernetes")
	pod := c.deployments["prometheus"].Spec.Template.Spec
	files, configuration := map[string]bool{}, ""
	for _, volume := range pod.Volumes {
		if volume.ConfigMap == nil {
			continue
		}
		for _, mount := range pod.Containers[0].VolumeMounts {
			if mount.Name != volume.Name {
				continue
			}
			for key, text := range c.configMaps[volume.ConfigMap.Name].Data {
				files[path.Join(mount.MountPath, key)] = true
				if key == "prometheus.yml" {
					configuration = text
				}
			}
		}
	}
	if !files["/etc/prometheus/prometheus.yml"] || !strings.Contains(strings.Join(pod.Containers[0].Args, " "), "--config.file=/etc/prometheus/prometheus.yml") {
		t.Errorf("%v reads other files than %v", pod.Containers[0].Args, files)
	}
	mustFind(t, configuration, files)
}

func TestCompose_PrometheusFindsItsRules(t *testing.T) {
	files, configuration := map[string]bool{}, ""
	for _, volume := range compose(t).Services["prometheus"].Volumes {
		files[volume.Target] = true
		if filepath.Base(volume.Target) == "prometheus.yml" {
			text, err := os.ReadFile(volume.Source)
			if err != nil {
				t.Fatal(err)
			}
			configuration = string(text)
		}
	}
	if !files["/etc/prometheus/prometheus.yml"] { // where the image reads it
		t.Errorf("there are only %v", files)
	}
	mustFind(t, configuration, files)
}
