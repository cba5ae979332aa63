/**
 * Base classes whose heirs, or whose heirs' methods, well-known frameworks run without anybody calling them. Plain data; names
 * are those that imports prove, never bare ones. Not complete, and needs not be.
 */
import { addTo } from '../../kernel/groups.js';
import { type Words, wordsOf } from './words.js';

/** A base class whose heirs a framework finds or calls. */
interface Base {
  readonly bases: Words;
  /** Of the class itself; absent when it is not found by being there. */
  readonly label?: string;
  /** Of methods that the framework calls. */
  readonly methods?: { readonly label: string; readonly names: RegExp };
}

const TEST_CASES: Words =
  'unittest.TestCase unittest.case.TestCase unittest.IsolatedAsyncioTestCase unittest.async_case.IsolatedAsyncioTestCase django.test.TestCase django.test.SimpleTestCase django.test.TransactionTestCase django.test.LiveServerTestCase django.test.testcases.TestCase rest_framework.test.APITestCase twisted.trial.unittest.TestCase aiounittest.AsyncTestCase asynctest.TestCase testtools.TestCase';

const BASES: readonly Base[] = [
  {
    bases: TEST_CASES,
    label: 'unittest test case',
    methods: { label: 'unittest test', names: /^test/ },
  },
  {
    bases: TEST_CASES,
    methods: {
      label: 'unittest hook',
      names:
        /^(?:setUp|tearDown|setUpClass|tearDownClass|setUpTestData|asyncSetUp|asyncTearDown|runTest|shortDescription|addCleanup)$/,
    },
  },
  {
    bases:
      'django.db.models.Model django.db.models.base.Model django.contrib.gis.db.models.Model django.contrib.auth.models.AbstractUser django.contrib.auth.models.AbstractBaseUser django.contrib.auth.base_user.AbstractBaseUser mptt.models.MPTTModel polymorphic.models.PolymorphicModel',
    label: 'Django model',
    methods: {
      label: 'Django model hook',
      names:
        /^(?:save|delete|clean|full_clean|clean_fields|validate_unique|get_absolute_url|natural_key|from_db|refresh_from_db|save_base)$/,
    },
  },
  {
    bases:
      'django.db.models.Manager django.db.models.manager.Manager django.db.models.Field django.db.models.CharField django.db.models.QuerySet',
    methods: {
      label: 'Django model hook',
      names:
        /^(?:get_queryset|contribute_to_class|deconstruct|db_type|from_db_value|to_python|get_prep_value|get_db_prep_value|formfield|pre_save|value_to_string)$/,
    },
  },
  {
    bases:
      'django.contrib.admin.ModelAdmin django.contrib.admin.options.ModelAdmin django.contrib.admin.TabularInline django.contrib.admin.StackedInline django.contrib.admin.AdminSite django.contrib.admin.SimpleListFilter django.contrib.auth.admin.UserAdmin',
    label: 'Django admin',
    methods: {
      label: 'Django admin hook',
      names:
        /^(?:get_\w+|has_\w+_permission|save_\w+|delete_\w+|response_\w+|formfield_for_\w+|lookups|queryset|changelist_view|change_view|add_view|log_\w+)$/,
    },
  },
  {
    bases:
      'django.core.management.base.BaseCommand django.core.management.BaseCommand django.core.management.base.AppCommand django.core.management.base.LabelCommand',
    label: 'Django management command',
    methods: { label: 'Django management command', names: /^(?:handle|handle_\w+|add_arguments|execute)$/ },
  },
  {
    bases: 'django.apps.AppConfig django.apps.config.AppConfig',
    label: 'Django app',
    methods: { label: 'Django app hook', names: /^ready$/ },
  },
  {
    bases: 'django.db.migrations.Migration django.db.migrations.migration.Migration',
    label: 'Django migration',
  },
  {
    bases:
      'django.views.View django.views.generic.View django.views.generic.base.View django.views.generic.TemplateView django.views.generic.ListView django.views.generic.DetailView django.views.generic.CreateView django.views.generic.UpdateView django.views.generic.DeleteView django.views.generic.FormView django.views.generic.RedirectView django.views.generic.edit.FormView django.views.generic.edit.CreateView django.views.generic.list.ListView django.views.generic.detail.DetailView django.views.generic.base.TemplateView rest_framework.views.APIView rest_framework.generics.GenericAPIView rest_framework.generics.ListAPIView rest_framework.generics.ListCreateAPIView rest_framework.generics.RetrieveAPIView rest_framework.generics.RetrieveUpdateDestroyAPIView rest_framework.generics.CreateAPIView rest_framework.viewsets.ViewSet rest_framework.viewsets.GenericViewSet rest_framework.viewsets.ModelViewSet rest_framework.viewsets.ReadOnlyModelViewSet',
    methods: {
      label: 'Django view method',
      names:
        /^(?:get|post|put|patch|delete|head|options|trace|dispatch|setup|list|create|retrieve|update|partial_update|destroy|perform_\w+|get_\w+|form_valid|form_invalid|http_method_not_allowed|render_to_response|initial|handle_exception|check_\w+)$/,
    },
  },
  {
    bases:
      'django.forms.Form django.forms.ModelForm django.forms.BaseForm django.forms.forms.Form django.forms.models.ModelForm',
    methods: { label: 'Django form hook', names: /^(?:clean|clean_\w+|save|is_valid|has_changed)$/ },
  },
  {
    bases:
      'rest_framework.serializers.Serializer rest_framework.serializers.ModelSerializer rest_framework.serializers.HyperlinkedModelSerializer',
    methods: {
      label: 'Django REST serializer hook',
      names: /^(?:validate|validate_\w+|create|update|save|to_representation|to_internal_value|get_\w+)$/,
    },
  },
  {
    bases: 'rest_framework.permissions.BasePermission rest_framework.permissions.IsAuthenticated',
    methods: { label: 'Django REST permission', names: /^has_\w*permission$/ },
  },
  {
    bases: 'django.utils.deprecation.MiddlewareMixin',
    label: 'Django middleware',
    methods: { label: 'Django middleware', names: /^process_\w+$/ },
  },
  {
    bases: 'flask.views.View flask.views.MethodView',
    methods: {
      label: 'Flask view method',
      names: /^(?:get|post|put|patch|delete|head|options|dispatch_request)$/,
    },
  },
  {
    bases: 'starlette.endpoints.HTTPEndpoint starlette.endpoints.WebSocketEndpoint',
    methods: {
      label: 'Starlette endpoint',
      names: /^(?:get|post|put|patch|delete|head|options|on_connect|on_receive|on_disconnect)$/,
    },
  },
  {
    bases: 'starlette.middleware.base.BaseHTTPMiddleware fastapi.middleware.base.BaseHTTPMiddleware',
    methods: { label: 'Starlette middleware', names: /^dispatch$/ },
  },
  {
    bases: 'tornado.web.RequestHandler tornado.websocket.WebSocketHandler',
    methods: {
      label: 'Tornado handler',
      names:
        /^(?:get|post|put|patch|delete|head|options|prepare|initialize|on_\w+|open|data_received|write_error)$/,
    },
  },
  {
    bases: 'click.ParamType click.types.ParamType click.Command click.Group click.MultiCommand',
    methods: {
      label: 'Click hook',
      names:
        /^(?:convert|get_metavar|shell_complete|invoke|parse_args|get_command|list_commands|resolve_command|format_\w+|make_context|main|get_help)$/,
    },
  },
  {
    bases: 'celery.Task celery.app.task.Task',
    label: 'Celery task',
    methods: { label: 'Celery task', names: /^(?:run|on_\w+|before_start|after_return)$/ },
  },
  {
    bases: 'threading.Thread multiprocessing.Process multiprocessing.context.Process threading.Timer',
    methods: { label: 'thread body', names: /^run$/ },
  },
  {
    bases:
      'http.server.BaseHTTPRequestHandler http.server.SimpleHTTPRequestHandler http.server.CGIHTTPRequestHandler',
    methods: {
      label: 'HTTP request handler',
      names:
        /^(?:do_[A-Z]+|log_\w+|handle|setup|finish|send_head|list_directory|translate_path|version_string|end_headers)$/,
    },
  },
  {
    bases:
      'socketserver.BaseRequestHandler socketserver.StreamRequestHandler socketserver.DatagramRequestHandler',
    methods: { label: 'socket request handler', names: /^(?:handle|setup|finish)$/ },
  },
  {
    bases: 'ast.NodeVisitor ast.NodeTransformer',
    methods: { label: 'AST visitor', names: /^(?:visit_\w+|generic_visit)$/ },
  },
  {
    bases: 'libcst.CSTVisitor libcst.CSTTransformer',
    methods: { label: 'CST visitor', names: /^(?:visit_\w+|leave_\w+|on_visit|on_leave)$/ },
  },
  {
    bases: 'html.parser.HTMLParser',
    methods: { label: 'HTML parser hook', names: /^(?:handle_\w+|unknown_decl|error)$/ },
  },
  {
    bases: 'xml.sax.ContentHandler xml.sax.handler.ContentHandler',
    methods: { label: 'SAX handler', names: /^(?:start|end)\w+$|^characters$/ },
  },
  {
    bases:
      'logging.Handler logging.StreamHandler logging.FileHandler logging.Formatter logging.Filter logging.LoggerAdapter logging.handlers.RotatingFileHandler',
    methods: {
      label: 'logging hook',
      names: /^(?:emit|format|formatTime|formatException|formatMessage|filter|handle|close|flush|process)$/,
    },
  },
  {
    bases: 'json.JSONEncoder json.encoder.JSONEncoder json.JSONDecoder json.decoder.JSONDecoder',
    methods: { label: 'JSON hook', names: /^(?:default|encode|iterencode|decode|raw_decode)$/ },
  },
  {
    bases: 'cmd.Cmd',
    methods: {
      label: 'command shell hook',
      names:
        /^(?:(?:do|help|complete)_\w+|default|emptyline|precmd|postcmd|preloop|postloop|onecmd|completedefault)$/,
    },
  },
  {
    bases: 'argparse.ArgumentParser argparse.HelpFormatter argparse.RawDescriptionHelpFormatter',
    methods: {
      label: 'argparse hook',
      names: /^(?:error|exit|format_help|format_usage|convert_arg_line_to_args|_\w+)$/,
    },
  },
  {
    bases:
      'asyncio.Protocol asyncio.DatagramProtocol asyncio.BufferedProtocol asyncio.SubprocessProtocol asyncio.protocols.Protocol',
    methods: {
      label: 'asyncio protocol hook',
      names:
        /^(?:connection_made|connection_lost|data_received|eof_received|datagram_received|error_received|pause_writing|resume_writing|pipe_data_received|process_exited|get_buffer|buffer_updated)$/,
    },
  },
  {
    bases:
      'setuptools.Command distutils.cmd.Command setuptools.command.build_ext.build_ext setuptools.command.build_py.build_py setuptools.command.test.test setuptools.command.develop.develop setuptools.command.install.install',
    label: 'setuptools command',
    methods: {
      label: 'setuptools command',
      names: /^(?:run|initialize_options|finalize_options|build_extension|build_extensions)$/,
    },
  },
  {
    bases: 'enum.Enum enum.IntEnum enum.StrEnum enum.Flag enum.IntFlag',
    methods: { label: 'enum hook', names: /^_(?:missing|generate_next_value|numeric_repr)_$/ },
  },
  {
    bases:
      'torch.nn.Module torch.nn.modules.module.Module lightning.LightningModule pytorch_lightning.LightningModule',
    methods: {
      label: 'PyTorch hook',
      names:
        /^(?:forward|training_step|validation_step|test_step|predict_step|configure_optimizers|on_\w+|setup|\w+_dataloader)$/,
    },
  },
  {
    bases: 'scrapy.Spider scrapy.spiders.CrawlSpider',
    label: 'Scrapy spider',
    methods: { label: 'Scrapy hook', names: /^(?:parse|start_requests|start|closed)$/ },
  },
  {
    bases: 'textual.app.App textual.widget.Widget textual.screen.Screen',
    methods: {
      label: 'Textual hook',
      names: /^(?:compose|render|on_\w+|action_\w+|watch_\w+|validate_\w+|compute_\w+|key_\w+)$/,
    },
  },
  {
    bases: 'locust.HttpUser locust.User locust.TaskSet',
    label: 'Locust user',
    methods: { label: 'Locust hook', names: /^on_(?:start|stop)$/ },
  },
];

/** Dotted name of a base class → what is said of its heirs and their methods. */
export const HEIRS: ReadonlyMap<string, readonly Omit<Base, 'bases'>[]> = heirs();

function heirs(): ReadonlyMap<string, readonly Omit<Base, 'bases'>[]> {
  const found = new Map<string, Omit<Base, 'bases'>[]>();
  for (const { bases, ...rest } of BASES) {
    for (const base of wordsOf(bases)) addTo(found, base, rest);
  }
  return found;
}
