{{- define "quire.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "quire.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "quire.labels" -}}
{{ include "quire.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "quire.image" -}}
{{ .Values.image.repository }}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "quire.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (ternary (include "quire.name" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{/* What the service and the commands have in common: user, rights and secrets. */}}
{{- define "quire.pod" -}}
serviceAccountName: {{ include "quire.serviceAccount" . }}
automountServiceAccountToken: false
# Variables that Kubernetes makes of services could be taken for settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  {{- with .Values.openSearch.caSecret }}
  - name: opensearch-ca
    secret: { secretName: {{ . }} }
  {{- end }}
{{- end }}

{{- define "quire.container" -}}
image: {{ include "quire.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ include "quire.name" . }} }
  {{- range list .Values.openSearch.existingSecret .Values.s3.existingSecret .Values.redis.existingSecret }}
  {{- with . }}
  - secretRef: { name: {{ . }} }
  {{- end }}
  {{- end }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- if .Values.openSearch.caSecret }}
  - name: opensearch-ca
    mountPath: /etc/opensearch
    readOnly: true
  {{- end }}
{{- end }}
