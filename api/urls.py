"""What the API says of itself."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularSwaggerView

from api.service import OneProblem, Problems, SchemaFile

urlpatterns = [
    path("schema", SchemaFile.as_view(), name="schema"),
    path("docs", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
    path("problems", Problems.as_view()),
    re_path(r"^problems/(?P<code>[a-z_]{1,40})\Z", OneProblem.as_view()),
]
